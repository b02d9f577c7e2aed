import { useMemo, useState, type ReactNode } from 'react'

import { useProjectOf } from '../data/project-apps.ts'
import { useSignedInOwner } from '../data/projects.ts'
import { failureOf, useFoundTeams, useFoundUsers, useRecords, type FailedSearch } from '../data/records.ts'
import type { ListedTeam } from '../data/teams.ts'
import { titleOfUser } from '../data/user-title.ts'
import type { ListedUser } from '../data/users.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { useTexts } from '../language/useTexts.ts'
import { recordsTexts, type RecordsTexts } from '../texts/en/records.ts'
import type { PaletteEntry, PaletteGroup } from './palette-ranking.ts'
import { recentRecords } from './recent-records.ts'

const QUERY_MIN = 2

interface RecordEntry extends PaletteEntry {
  readonly icon: ReactNode
  readonly shortcut?: never
  readonly href: string
}

interface RecordEntries {
  readonly entries: readonly RecordEntry[]
  /** The service has not answered yet for what is typed now. */
  readonly isLoading: boolean
  readonly failure: FailedSearch | null
}

/** The users and teams of the project that match the text in the palette; for an empty text, the recent ones. */
export function useRecordEntries(projectId: string | undefined, typed: string): RecordEntries {
  const t = useTexts(recordsTexts)
  const isWanted = projectId !== undefined && typed.trim().length >= QUERY_MIN && !typed.startsWith('>')
  const project = useProjectOf(projectId)
  const wanted = isWanted ? typed : undefined
  const users = useFoundUsers(wanted, project)
  const teams = useFoundTeams(wanted, project)
  // Read once, so that the list does not change while the palette is open.
  const { id: ownerId } = useSignedInOwner()
  const [refs] = useState(() => (projectId === undefined ? [] : recentRecords(ownerId, projectId)))
  const recent = useRecords(project, refs)
  const entries = useMemo(() => {
    if (projectId === undefined) return []
    const ofRecent = recent.map((known) =>
      known.kind === 'users'
        ? userEntry(known.record, 'recent', projectId, t)
        : teamEntry(known.record, 'recent', projectId, t),
    )
    if (!isWanted) return ofRecent
    // Outdated results stay until the new ones arrive, if their texts match what is typed now.
    const found = [
      ...(users.data ?? []).map((user) => ({
        ...userEntry(user, 'users', projectId, t),
        isFound: !users.isOutdated,
      })),
      ...(teams.data ?? []).map((team) => ({
        ...teamEntry(team, 'teams', projectId, t),
        isFound: !teams.isOutdated,
      })),
    ]
    return [...ofRecent, ...found]
  }, [projectId, recent, isWanted, users.data, users.isOutdated, teams.data, teams.isOutdated, t])
  const isLoading = isWanted && [users, teams].some((found) => found.isOutdated || found.isLoading)
  return { entries, isLoading, failure: isWanted ? failureOf(users, teams) : null }
}

function userEntry(user: ListedUser, group: PaletteGroup, projectId: string, t: RecordsTexts): RecordEntry {
  const title = titleOfUser(user, t)
  return {
    id: `${group} ${user.id}`,
    group,
    label: title,
    ...(user.primaryEmail !== null && user.primaryEmail !== title && { detail: user.primaryEmail }),
    keywords: user.id,
    icon: (
      <Avatar
        name={user.displayName?.trim() || user.primaryEmail}
        imageUrl={user.profileImageUrl}
        kind={user.isAnonymous ? 'anonymous' : 'person'}
      />
    ),
    href: `/projects/${projectId}/users/${user.id}/profile`,
  }
}

function teamEntry(team: ListedTeam, group: PaletteGroup, projectId: string, t: RecordsTexts): RecordEntry {
  return {
    id: `${group} ${team.id}`,
    group,
    label: team.displayName.trim() || t.noName,
    keywords: team.id,
    icon: <Avatar kind="team" name={team.displayName} imageUrl={team.profileImageUrl} />,
    href: `/projects/${projectId}/teams/${team.id}/members`,
  }
}
