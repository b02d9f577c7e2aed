import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Copy, Ellipsis, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'

import { useCurrentProject, useProject } from '../../data/projects.ts'
import { useRefreshTeam, useTeam, useTeamKeys, useTeamsPage, type ListedTeam } from '../../data/teams.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { Button, buttonLook, IconButton } from '../../kit/Button.tsx'
import { useCopy } from '../../kit/CopyButton.tsx'
import { Drawer } from '../../kit/Drawer.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../kit/Menu.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { Bone, Failed } from '../../kit/States.tsx'
import { TabCount, TabLinks } from '../../kit/Tabs.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { fill } from '../../language/fill.tsx'
import { useFormat } from '../../language/format.ts'
import { EventsTab } from '../../records/EventsTab.tsx'
import { KeysTab } from '../../records/KeysTab.tsx'
import { MetadataTab, type MetadataValues } from '../../records/MetadataTab.tsx'
import { useRememberRecord } from '../../shell/recent-records.ts'
import { RoomLink } from '../../shell/RoomLink.tsx'
import { kitTexts } from '../../texts/kit.ts'
import { teamsTexts } from '../../texts/teams.ts'
import { membersText, nameOfTeam } from './columns.tsx'
import { DeleteTeam } from './DeleteTeam.tsx'
import { InvitationsTab } from './InvitationsTab.tsx'
import { MembersTab } from './MembersTab.tsx'
import { ProfileTab } from './ProfileTab.tsx'
import { isTeamTab, pageOptionsOf, readTeamsSearch, teamTabs, type TeamsSearch, type TeamTab } from './search.ts'

/** One team beside the list. */
export function TeamDrawer(): ReactNode {
  const t = useTexts(teamsTexts)
  const { rowMenu } = useTexts(kitTexts)
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
  const isLoading = team.data === undefined && !team.isError
  const { copy } = useCopy()
  useRememberRecord(team.data ? 'teams' : null, teamId)

  const setAct = (act: TeamsSearch['act']): void =>
    void navigate({
      to: '/projects/$projectId/teams/$teamId/$tab',
      params: { projectId, teamId, tab },
      search: readTeamsSearch({ ...search, act }),
      state: true,
      replace: true,
      resetScroll: false,
    })
  const close = (): void =>
    void navigate({
      to: '/projects/$projectId/teams',
      params: { projectId },
      search: readTeamsSearch({ ...search, act: undefined }),
      state: true,
      resetScroll: false,
    })
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
          resetScroll: false,
        }))
    )
  }
  const position = {
    position: index === -1 ? undefined : { index, count: listed.length },
    onPrevious: goTo(index - 1),
    onNext: goTo(index + 1),
  }

  const summary = team.data?.summary
  const link = {
    to: '/projects/$projectId/teams/$teamId/$tab',
    search,
    state: true,
    replace: true,
    resetScroll: false,
  } as const
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
          {one === 'keys' && team.data && <KeyCount team={team.data} />}
        </Link>
      ))}
    </TabLinks>
  )

  if (!team.data) {
    return (
      <Drawer
        title={team.data === null ? t.missing.title : t.columns.team}
        isLoading={isLoading}
        {...(team.data !== null && { tabs })}
        {...(isLoading && {
          picture: <Bone isRound />,
          actions: (
            <>
              <Button disabled>{t.invite}</Button>
              <IconButton variant="plain" label={rowMenu(t.columns.team)} disabled>
                <Ellipsis />
              </IconButton>
            </>
          ),
        })}
        {...position}
        onClose={close}
      >
        {team.data === null ? (
          <p className="soft">{t.missing.text}</p>
        ) : team.isError ? (
          <Failed
            title={t.oneFailed}
            error={team.error}
            isRetrying={team.isFetching}
            onRetry={() => void team.refetch()}
          />
        ) : (
          <TabSkeleton tab={tab} />
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
        <>
          <Link {...link} params={{ projectId, teamId, tab: 'invitations' }} {...buttonLook({})}>
            {t.invite}
          </Link>
          <Menu
            label={rowMenu(nameOfTeam(data, t))}
            align="end"
            trigger={({ ref, ...trigger }) => (
              <IconButton variant="plain" label={rowMenu(nameOfTeam(data, t))} {...trigger} ref={ref}>
                <Ellipsis />
              </IconButton>
            )}
          >
            <MenuItem icon={<Copy />} onSelect={() => void copy(teamId)}>
              {t.copyId}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<Trash2 />} isDanger onSelect={() => setAct('delete')}>
              {t.delete}
            </MenuItem>
          </Menu>
        </>
      }
      tabs={tabs}
      {...position}
      onClose={close}
    >
      <TabBody key={`${teamId} ${tab}`} tab={tab} team={data} onDelete={() => setAct('delete')} />
      {search.act === 'delete' && <DeleteTeam team={data} onClose={() => setAct(undefined)} onDeleted={close} />}
    </Drawer>
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
  const count = useTeamKeys(team, areAllowed === true).data?.filter((key) => key.isValid()).length ?? 0
  return count > 0 && <TabCount>{format.number(count)}</TabCount>
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
