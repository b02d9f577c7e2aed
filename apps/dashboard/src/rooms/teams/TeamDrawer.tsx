import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'

import { useCurrentProject, useProject } from '../../data/projects.ts'
import { useRefreshTeam, useTeam, useTeamKeys, useTeamsPage, type ListedTeam } from '../../data/teams.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { buttonLook } from '../../kit/Button.tsx'
import { Drawer } from '../../kit/Drawer.tsx'
import { Bone, Failed } from '../../kit/States.tsx'
import { TabCount, TabLinks } from '../../kit/Tabs.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormat } from '../../language/format.ts'
import { EventsTab } from '../../records/EventsTab.tsx'
import { KeysTab } from '../../records/KeysTab.tsx'
import { MetadataTab, type MetadataValues } from '../../records/MetadataTab.tsx'
import { teamsTexts } from '../../texts/teams.ts'
import { membersText, nameOfTeam } from './columns.tsx'
import { DeleteTeam } from './DeleteTeam.tsx'
import { InvitationsTab } from './InvitationsTab.tsx'
import { MembersTab } from './MembersTab.tsx'
import { ProfileTab } from './ProfileTab.tsx'
import { isTeamTab, pageOptionsOf, teamTabs, type TeamTab } from './search.ts'

/** One team beside the list. */
export function TeamDrawer(): ReactNode {
  const t = useTexts(teamsTexts)
  const format = useFormat()
  const navigate = useNavigate()
  const { id: projectId } = useCurrentProject()
  const { teamId, tab: wantedTab } = useParams({ from: '/owner/projects/$projectId/teams/$teamId/$tab' })
  const search = useSearch({ from: '/owner/projects/$projectId/teams' })
  const page = useTeamsPage(pageOptionsOf(search))
  const listed = page.data?.teams ?? []
  const index = listed.findIndex(({ id }) => id === teamId)
  const team = useTeam(teamId, listed[index])
  const tab: TeamTab = isTeamTab(wantedTab) ? wantedTab : 'members'
  const [isDeleting, setDeleting] = useState(false)

  const close = (): void =>
    void navigate({ to: '/projects/$projectId/teams', params: { projectId }, search, state: true })
  const goTo = (place: number): (() => void) | undefined => {
    const other = index === -1 ? undefined : listed[place]
    return (
      other &&
      (() =>
        void navigate({
          to: '/projects/$projectId/teams/$teamId/$tab',
          params: { projectId, teamId: other.id, tab },
          search,
          state: true,
          replace: true,
        }))
    )
  }
  const position = {
    position: index === -1 ? undefined : { index, count: listed.length },
    onPrevious: goTo(index - 1),
    onNext: goTo(index + 1),
  }

  const summary = team.data?.summary
  const link = { to: '/projects/$projectId/teams/$teamId/$tab', search, state: true, replace: true } as const
  const tabs = (
    <TabLinks label={t.tabs.label}>
      {teamTabs.map((one) => (
        <Link
          key={one}
          {...link}
          params={{ projectId, teamId, tab: one }}
          aria-current={one === tab ? 'page' : undefined}
        >
          {t.tabs[one]}
          {one === 'members' && summary && <TabCount>{membersText(summary, t, format)}</TabCount>}
          {one === 'invitations' && summary && summary.openInvitationCount > 0 && (
            <TabCount>{format.number(summary.openInvitationCount)}</TabCount>
          )}
        </Link>
      ))}
    </TabLinks>
  )

  if (!team.data) {
    return (
      <Drawer
        title={team.data === null ? t.missing.title : t.title}
        {...(team.data !== null && { tabs, picture: <Avatar kind="team" size="large" name={null} /> })}
        {...position}
        onClose={close}
      >
        {team.data === null ? (
          <p className="soft">{t.missing.text}</p>
        ) : team.isError ? (
          <Failed error={team.error} isRetrying={team.isFetching} onRetry={() => void team.refetch()} />
        ) : (
          <Bone width="50%" />
        )}
      </Drawer>
    )
  }
  const { data } = team
  return (
    <Drawer
      title={nameOfTeam(data, t)}
      picture={<Avatar kind="team" size="large" name={data.displayName} imageUrl={data.profileImageUrl} />}
      note={
        summary && t.about(t.members(summary.memberCount, membersText(summary, t, format)), format.date(data.createdAt))
      }
      actions={
        <Link {...link} params={{ projectId, teamId, tab: 'invitations' }} {...buttonLook({})}>
          {t.invite}
        </Link>
      }
      tabs={tabs}
      {...position}
      onClose={close}
    >
      <TabBody key={`${teamId} ${tab}`} tab={tab} team={data} onDelete={() => setDeleting(true)} />
      {isDeleting && <DeleteTeam team={data} onClose={() => setDeleting(false)} onDeleted={close} />}
    </Drawer>
  )
}

function TabBody({
  tab,
  team,
  onDelete,
}: {
  readonly tab: TeamTab
  readonly team: ListedTeam
  readonly onDelete: () => void
}): ReactNode {
  switch (tab) {
    case 'members':
      return <MembersTab team={team} />
    case 'invitations':
      return <InvitationsTab team={team} />
    case 'profile':
      return <ProfileTab team={team} onDelete={onDelete} />
    case 'keys':
      return <TeamKeys team={team} />
    case 'metadata':
      return <TeamMetadata team={team} />
    case 'events':
      return <EventsTab of={{ targetId: team.id }} />
  }
}

function TeamKeys({ team }: { readonly team: ListedTeam }): ReactNode {
  const t = useTexts(teamsTexts)
  const areAllowed = useProject().data?.config.allowTeamApiKeys
  const keys = useTeamKeys(team, areAllowed === true)
  return (
    <KeysTab
      keys={keys}
      create={(key) => team.createApiKey(key)}
      {...(areAllowed === false && { disabledReason: t.keysOff })}
    />
  )
}

function TeamMetadata({ team }: { readonly team: ListedTeam }): ReactNode {
  const current = useTeam(team.id, team)
  const refresh = useRefreshTeam(team.id)
  return (
    <MetadataTab
      values={metadataOf(team)}
      readAgain={async () => metadataOf((await current.refetch({ throwOnError: true })).data ?? team)}
      save={async ({ server, clientReadOnly, client }) => {
        // Unchecked casts: the values are parsed JSON.
        type Changes = Parameters<ListedTeam['update']>[0]
        await team.update({
          ...(server !== undefined && { serverMetadata: server as Changes['serverMetadata'] }),
          ...(clientReadOnly !== undefined && {
            clientReadOnlyMetadata: clientReadOnly as Changes['clientReadOnlyMetadata'],
          }),
          ...(client !== undefined && { clientMetadata: client as Changes['clientMetadata'] }),
        } as Changes)
        await refresh()
      }}
    />
  )
}

function metadataOf({ serverMetadata, clientReadOnlyMetadata, clientMetadata }: ListedTeam): MetadataValues {
  return { server: serverMetadata, clientReadOnly: clientReadOnlyMetadata, client: clientMetadata }
}
