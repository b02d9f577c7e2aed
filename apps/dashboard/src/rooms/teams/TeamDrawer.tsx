import { fill } from '@portico/ui/language/fill'
import { Link, useParams } from '@tanstack/react-router'
import { Copy, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'

import * as endpointRights from '../../data/endpoint-rights.ts'
import { useProject } from '../../data/projects.ts'
import { teams, type ListedTeam } from '../../data/teams.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { Button, buttonLook } from '../../kit/Button.tsx'
import { useCopy } from '../../kit/CopyButton.tsx'
import { useMay } from '../../kit/May.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { Bone } from '../../kit/States.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { CountOfTab, RecordDrawer } from '../../page/RecordDrawer.tsx'
import { useListPage } from '../../page/useListPage.ts'
import { EventsTab } from '../../records/EventsTab.tsx'
import { KeysTab } from '../../records/KeysTab.tsx'
import { MetadataTab } from '../../records/MetadataTab.tsx'
import { RoomLink } from '../../shell/RoomLink.tsx'
import { teamsTexts } from '../../texts/en/teams.ts'
import { membersText, nameOfTeam } from './columns.tsx'
import { ConnectionsTab } from './ConnectionsTab.tsx'
import { DeleteTeam } from './DeleteTeam.tsx'
import { InvitationsTab } from './InvitationsTab.tsx'
import { teamsList } from './list.ts'
import { MembersTab } from './MembersTab.tsx'
import { ProfileTab } from './ProfileTab.tsx'

const teamTabs = ['members', 'invitations', 'profile', 'connections', 'keys', 'metadata', 'events'] as const
type TeamTab = (typeof teamTabs)[number]

export function TeamDrawer(): ReactNode {
  const shown = useListPage(teamsList)
  const { t, format } = shown.context
  const { search, rows, show } = shown
  const { teamId, tab: wantedTab } = useParams({ from: '/owner/projects/$projectId/teams/$teamId/$tab' })
  const query = teams.useRead('one', [teamId], { meanwhile: rows?.find(({ id }) => id === teamId) })
  const may = useMay()
  const ids = teamTabs.filter((id) => id !== 'events' || may(endpointRights.listAuditEvents))
  const tab = ids.find((one) => one === wantedTab) ?? 'members'
  const { copy } = useCopy()
  const summary = query.data?.summary
  const askToDelete = (): void => show({ act: 'delete' })
  const countOf = (id: TeamTab): ReactNode => {
    if (id === 'keys') return query.data && <KeyCount team={query.data} />
    if (!summary) return null
    const { memberCount, openInvitationCount } = summary
    if (id === 'members') return <CountOfTab count={memberCount} text={membersText(summary, t, format)} isAlways />
    return id === 'invitations' && <CountOfTab count={openInvitationCount} text={format.number(openInvitationCount)} />
  }
  return (
    <RecordDrawer
      shown={shown}
      query={query}
      kind={t.columns.team}
      missing={t.missing}
      failed={t.oneFailed}
      titleOf={(team) => nameOfTeam(team, t)}
      picture={({ displayName, profileImageUrl }) => (
        <Avatar kind="team" size="large" name={displayName} imageUrl={profileImageUrl} />
      )}
      note={({ createdAt }) =>
        summary && t.about(t.members(summary.memberCount, membersText(summary, t, format)), format.date(createdAt))
      }
      action={(team) =>
        !may(teams.rights.invite) ? null : team ? (
          <Link
            to="/projects/$projectId/teams/$teamId/$tab"
            params={{ projectId: shown.context.projectId, teamId, tab: 'invitations' }}
            search={search}
            state
            replace
            resetScroll={false}
            {...buttonLook({})}
          >
            {t.invite}
          </Link>
        ) : (
          <Button disabled>{t.invite}</Button>
        )
      }
      acts={() => [
        { label: t.copyId, icon: <Copy />, onSelect: () => void copy(teamId) },
        ...(may(teams.rights.remove)
          ? [{ label: t.delete, icon: <Trash2 />, isDanger: true, onSelect: askToDelete }]
          : []),
      ]}
      tabs={{ label: t.tabs.label, ids, names: t.tabs, current: tab, countOf }}
      skeleton={<TabSkeleton tab={tab} />}
      remembered="teams"
    >
      {(team) => (
        <>
          <TabBody key={`${teamId} ${tab}`} tab={tab} team={team} onDelete={askToDelete} />
          {search.act === 'delete' && may(teams.rights.remove) && (
            <DeleteTeam team={team} onClose={() => show({ act: undefined })} onDeleted={shown.closeRecord} />
          )}
        </>
      )}
    </RecordDrawer>
  )
}

/** Rows like those of the tab. */
function TabSkeleton({ tab }: { readonly tab: TeamTab }): ReactNode {
  if (tab === 'profile') return <RowsSkeleton isFlush count={4} />
  if (tab !== 'members') return <RowsSkeleton kind="list" isFlush={tab === 'events'} />
  return (
    <>
      <div className="table-tools">
        <Bone width="280px" />
      </div>
      <RowsSkeleton kind="list" hasPictures />
    </>
  )
}

/** The number of valid keys; nothing for none. */
function KeyCount({ team }: { readonly team: ListedTeam }): ReactNode {
  const format = useFormat()
  const areAllowed = useProject().data?.config.allowTeamApiKeys
  const keys = teams.useRead('keys', [team], { isNeeded: areAllowed === true }).data ?? []
  const count = keys.filter((key) => key.isValid()).length
  return <CountOfTab count={count} text={format.number(count)} />
}

interface TabProps {
  readonly team: ListedTeam
}

function TabBody({
  tab,
  team,
  onDelete,
}: TabProps & { readonly tab: TeamTab; readonly onDelete: () => void }): ReactNode {
  switch (tab) {
    case 'members':
      return <MembersTab team={team} />
    case 'invitations':
      return <InvitationsTab team={team} />
    case 'profile':
      return <ProfileTab team={team} onDelete={onDelete} />
    case 'connections':
      return <ConnectionsTab team={team} />
    case 'keys':
      return <TeamKeys team={team} />
    case 'metadata':
      return <TeamMetadata team={team} />
    case 'events':
      return <EventsTab of={{ targetId: team.id }} />
  }
}

function TeamKeys({ team }: TabProps): ReactNode {
  const t = useTexts(teamsTexts)
  const areAllowed = useProject().data?.config.allowTeamApiKeys
  const keys = teams.useRead('keys', [team], { isNeeded: areAllowed === true })
  const create = teams.useChange('createKey')
  const revoke = teams.useChange('revokeKey')
  return (
    <KeysTab
      keys={keys}
      right={teams.rights.createKey}
      create={(key) => create(team, key)}
      revoke={(key) => revoke(team, key)}
      {...(areAllowed === false && {
        disabledReason: fill(t.keysOff, {
          settings: (
            <RoomLink room="signIn" path="/users" hash="allowTeamApiKeys">
              {t.keysSettings}
            </RoomLink>
          ),
        }),
      })}
    />
  )
}

function TeamMetadata({ team }: TabProps): ReactNode {
  const { refetch } = teams.useRead('one', [team.id])
  const update = teams.useChange('update')
  return (
    <MetadataTab
      right={teams.rights.update}
      record={team}
      readAgain={async () => (await refetch({ throwOnError: true })).data ?? team}
      save={(changes) => update(team, changes)}
    />
  )
}
