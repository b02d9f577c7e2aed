import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Ban, Clock, Copy, Ellipsis, Trash2 } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'

import { useCurrentProject } from '../../data/projects.ts'
import { useKeysOfUser, useRefreshUsers, useTeamsOfUser, useUser, type ListedUser } from '../../data/users.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { useCopy } from '../../kit/CopyButton.tsx'
import { Drawer } from '../../kit/Drawer.tsx'
import { useFailureText } from '../../kit/failure.ts'
import { Menu, MenuItem, MenuSeparator } from '../../kit/Menu.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { Bone, Failed } from '../../kit/States.tsx'
import { TabCount, TabLinks } from '../../kit/Tabs.tsx'
import { MiddleCut } from '../../kit/Text.tsx'
import { showToast } from '../../kit/toast.ts'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { EventsTab } from '../../records/EventsTab.tsx'
import { titleOfUser } from '../../data/user-title.ts'
import { useRememberRecord } from '../../shell/recent-records.ts'
import { usersTexts } from '../../texts/en/users.ts'
import { UserFace } from './columns.tsx'
import { PermissionsTab } from './PermissionsTab.tsx'
import { ProfileTab } from './ProfileTab.tsx'
import { UserKeysTab, UserMetadataTab } from './RecordTabs.tsx'
import { readUsersSearch, type UserAct } from './search.ts'
import { SignInTab } from './SignInTab.tsx'
import { userTabs, type UserTab, type UserTabProps } from './tabs.ts'
import { TeamsTab } from './TeamsTab.tsx'
import { useShownUsers } from './useShownUsers.ts'

const UserDialogs = lazy(async () => ({ default: (await import('./UserDialogs.tsx')).UserDialogs }))
const Impersonate = lazy(async () => ({ default: (await import('./Impersonate.tsx')).Impersonate }))

const panels: Readonly<Record<UserTab, (props: UserTabProps) => ReactNode>> = {
  profile: ProfileTab,
  'sign-in': SignInTab,
  teams: TeamsTab,
  permissions: PermissionsTab,
  keys: UserKeysTab,
  metadata: UserMetadataTab,
  events: ({ user }) => <EventsTab of={{ userId: user.id }} />,
}

/** One user, beside the list. */
export function UserDrawer(): ReactNode {
  const t = useTexts(usersTexts)
  const failureText = useFailureText()
  const navigate = useNavigate()
  const { id: projectId } = useCurrentProject()
  const { userId, tab: wantedTab } = useParams({ from: '/owner/projects/$projectId/users/$userId/$tab' })
  const search = useSearch({ from: '/owner/projects/$projectId/users' })
  const { users, ids } = useShownUsers(search)
  const index = ids.indexOf(userId)
  const query = useUser(userId, users?.[index])
  const refresh = useRefreshUsers()
  const { copy } = useCopy()
  const tab = userTabs.find((known) => known === wantedTab) ?? 'profile'
  const user = query.data
  const setAct = (act: UserAct | undefined): void =>
    void navigate({
      to: '/projects/$projectId/users/$userId/$tab',
      params: { projectId, userId, tab },
      search: readUsersSearch({ ...search, act }),
      state: true,
      replace: true,
      resetScroll: false,
    })
  const endAct = (): void => setAct(undefined)

  const open = (id: string | undefined): (() => void) | undefined =>
    id === undefined
      ? undefined
      : () =>
          void navigate({
            to: '/projects/$projectId/users/$userId/$tab',
            params: { projectId, userId: id, tab },
            search,
            state: true,
            replace: true,
            resetScroll: false,
          })
  const close = (): void =>
    void navigate({
      to: '/projects/$projectId/users',
      params: { projectId },
      search: readUsersSearch({ ...search, act: undefined }),
      state: true,
      resetScroll: false,
    })
  const run = async (change: () => Promise<void>, done: string): Promise<void> => {
    try {
      await change()
      await refresh(userId)
      showToast({ text: done })
    } catch (error) {
      showToast({ text: failureText(error) })
    }
  }

  const Panel = panels[tab]
  const isLoading = user === undefined && !query.isError
  const name = user ? titleOfUser(user, t) : user === null ? t.missing.title : t.columns.user
  useRememberRecord(user ? 'users' : null, userId)
  return (
    <>
      <Drawer
        title={name}
        isLoading={isLoading}
        picture={user ? <UserFace user={user} size="large" /> : isLoading && <Bone isRound />}
        note={
          user?.displayName?.trim() && user.primaryEmail !== null ? (
            <MiddleCut>{user.primaryEmail}</MiddleCut>
          ) : undefined
        }
        position={index === -1 ? undefined : { index, count: ids.length }}
        onPrevious={open(ids[index - 1])}
        onNext={index === -1 ? undefined : open(ids[index + 1])}
        onClose={close}
        actions={
          (user ?? isLoading) && (
            <>
              <Button disabled={isLoading} onClick={() => setAct('impersonate')}>
                {t.acts.impersonate}
              </Button>
              <Menu
                label={t.rowMenu(name)}
                align="end"
                trigger={({ ref, ...trigger }) => (
                  <IconButton variant="plain" label={t.rowMenu(name)} disabled={isLoading} {...trigger} ref={ref}>
                    <Ellipsis />
                  </IconButton>
                )}
              >
                <MenuItem icon={<Copy />} onSelect={() => void copy(userId)}>
                  {t.acts.copyId}
                </MenuItem>
                {user?.suspension ? (
                  <MenuItem
                    icon={<Ban />}
                    onSelect={() => void run(() => user.liftSuspension(), t.acts.suspensionLifted(name))}
                  >
                    {t.acts.liftSuspension}
                  </MenuItem>
                ) : (
                  <MenuItem icon={<Ban />} onSelect={() => setAct('suspend')}>
                    {t.acts.suspend}
                  </MenuItem>
                )}
                <MenuItem icon={<Clock />} onSelect={() => setAct('endSessions')}>
                  {t.acts.endSessions}
                </MenuItem>
                <MenuSeparator />
                <MenuItem icon={<Trash2 />} isDanger onSelect={() => setAct('delete')}>
                  {t.acts.deleteUser}
                </MenuItem>
              </Menu>
            </>
          )
        }
        tabs={
          user !== null && (
            <TabLinks label={t.tabs.label}>
              {userTabs.map((id) => (
                <Link
                  key={id}
                  to="/projects/$projectId/users/$userId/$tab"
                  params={{ projectId, userId, tab: id }}
                  search={search}
                  state
                  replace
                  resetScroll={false}
                  aria-current={id === tab ? 'page' : undefined}
                >
                  {t.tabs[id]}
                  {user && (id === 'teams' || id === 'keys') && <CountOf records={id} user={user} />}
                </Link>
              ))}
            </TabLinks>
          )
        }
      >
        {user ? (
          <Suspense fallback={<RowsSkeleton isFlush />}>
            <Panel key={user.id} user={user} onAct={setAct} />
          </Suspense>
        ) : user === null ? (
          <p className="soft">{t.missing.text}</p>
        ) : query.isError ? (
          <Failed
            title={t.oneFailed}
            error={query.error}
            isRetrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <TabSkeleton tab={tab} />
        )}
      </Drawer>
      <Suspense>
        {user &&
          search.act !== undefined &&
          (search.act === 'impersonate' ? (
            <Impersonate user={user} onClose={endAct} />
          ) : (
            <UserDialogs act={{ type: search.act, user }} onClose={endAct} onDone={close} />
          ))}
      </Suspense>
    </>
  )
}

/** Rows like those of the tab. */
function TabSkeleton({ tab }: { readonly tab: UserTab }): ReactNode {
  if (tab === 'profile' || tab === 'sign-in') return <RowsSkeleton isFlush count={5} />
  return <RowsSkeleton kind="list" isFlush={tab === 'events'} hasPictures={tab === 'teams'} />
}

/** The number of teams or valid keys of the user; nothing for none. */
function CountOf({ records, user }: { readonly records: 'teams' | 'keys'; readonly user: ListedUser }): ReactNode {
  const format = useFormat()
  const teams = useTeamsOfUser(user).data
  const keys = useKeysOfUser(user).data?.filter((key) => key.isValid())
  const count = (records === 'teams' ? teams : keys)?.length ?? 0
  return count > 0 && <TabCount>{format.number(count)}</TabCount>
}
