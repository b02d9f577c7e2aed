import { useMemo, type ReactNode } from 'react'

import { useFoundTeams, useFoundUsers } from '../data/found-records.ts'
import { Avatar } from '../kit/Avatar.tsx'
import type { PaletteEntry } from './palette-ranking.ts'

const QUERY_MIN = 2

interface RecordEntry extends PaletteEntry {
  readonly icon: ReactNode
  readonly shortcut?: never
  readonly href: string
}

/** The users and teams of the project that fit what was typed in the palette. */
export function useRecordEntries(projectId: string | undefined, typed: string, noName: string): readonly RecordEntry[] {
  const isWanted = projectId !== undefined && typed.trim().length >= QUERY_MIN && !typed.startsWith('>')
  const wanted = isWanted ? typed : undefined
  const { data: users } = useFoundUsers(projectId ?? '', wanted)
  const { data: teams } = useFoundTeams(projectId ?? '', wanted)
  return useMemo(() => {
    if (!isWanted) return []
    const ofUsers = (users ?? []).map((user): RecordEntry => {
      const name = user.displayName?.trim()
      return {
        id: `users ${user.id}`,
        group: 'users',
        label: name || user.primaryEmail || noName,
        ...(name && user.primaryEmail !== null && { detail: user.primaryEmail }),
        keywords: user.id,
        isFound: true,
        icon: <Avatar name={name || user.primaryEmail} imageUrl={user.profileImageUrl} />,
        href: `/projects/${projectId}/users/${user.id}/profile`,
      }
    })
    const ofTeams = (teams ?? []).map((team): RecordEntry => ({
      id: `teams ${team.id}`,
      group: 'teams',
      label: team.displayName.trim() || noName,
      keywords: team.id,
      isFound: true,
      icon: <Avatar kind="team" name={team.displayName} imageUrl={team.profileImageUrl} />,
      href: `/projects/${projectId}/teams/${team.id}/members`,
    }))
    return [...ofUsers, ...ofTeams]
  }, [isWanted, users, teams, noName, projectId])
}
