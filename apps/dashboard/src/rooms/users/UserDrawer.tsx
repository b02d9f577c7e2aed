import type { StaffRight } from '@portico/client/admin'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'

import * as endpointRights from '../../data/endpoint-rights.ts'
import { titleOfUser } from '../../data/user-title.ts'
import { useKeysOfUser, users, type ListedUser } from '../../data/users.ts'
import { Button } from '../../kit/Button.tsx'
import { May, useMay } from '../../kit/May.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { MiddleCut } from '../../kit/Text.tsx'
import { useFormat } from '../../language/format.ts'
import { CountOfTab, RecordDrawer } from '../../page/RecordDrawer.tsx'
import { useListPage } from '../../page/useListPage.ts'
import { EventsTab } from '../../records/EventsTab.tsx'
import { useActsOf } from './acts.tsx'
import type { UserAct } from './address.ts'
import { UserFace } from './columns.tsx'
import { usersList } from './list.ts'
import { ProfileTab } from './ProfileTab.tsx'
import { userTabs, type UserTab, type UserTabProps } from './tabs.ts'

const UserDialogs = lazy(async () => ({ default: (await import('./UserDialogs.tsx')).UserDialogs }))
const Impersonate = lazy(async () => ({ default: (await import('./Impersonate.tsx')).Impersonate }))

/** The right of each act that an address can open. */
const actRights: Readonly<Record<UserAct, StaffRight>> = {
  refuse: users.rights.decide,
  suspend: users.rights.suspend,
  endSessions: users.rights.endSessions,
  impersonate: users.rights.impersonate,
  delete: users.rights.remove,
}

/** A drawer opens with the profile. */
const panels: Readonly<Record<UserTab, ComponentType<UserTabProps>>> = {
  profile: ProfileTab,
  'sign-in': lazy(async () => ({ default: (await import('./SignInTab.tsx')).SignInTab })),
  teams: lazy(async () => ({ default: (await import('./TeamsTab.tsx')).TeamsTab })),
  permissions: lazy(async () => ({ default: (await import('./PermissionsTab.tsx')).PermissionsTab })),
  keys: lazy(async () => ({ default: (await import('./RecordTabs.tsx')).UserKeysTab })),
  metadata: lazy(async () => ({ default: (await import('./RecordTabs.tsx')).UserMetadataTab })),
  events: ({ user }) => <EventsTab of={{ userId: user.id }} />,
}

export function UserDrawer(): ReactNode {
  const shown = useListPage(usersList)
  const { context, rows, search, show } = shown
  const { t } = context
  const { userId, tab: wantedTab } = useParams({ from: '/owner/projects/$projectId/users/$userId/$tab' })
  const query = users.useRead('one', [userId], { meanwhile: rows?.find(({ id }) => id === userId) })
  const may = useMay()
  const ids = userTabs.filter((id) => id !== 'events' || may(endpointRights.listAuditEvents))
  const tab = ids.find((known) => known === wantedTab) ?? 'profile'
  const setAct = (act: UserAct | undefined): void => show({ act })
  const actsOf = useActsOf(context, { onAct: setAct, withImpersonation: false })
  const Panel = panels[tab]
  return (
    <RecordDrawer
      shown={shown}
      query={query}
      kind={t.columns.user}
      missing={t.missing}
      failed={t.oneFailed}
      titleOf={(user) => titleOfUser(user, t)}
      picture={(user) => <UserFace user={user} size="large" />}
      note={({ displayName, primaryEmail }) =>
        displayName?.trim() && primaryEmail !== null ? <MiddleCut>{primaryEmail}</MiddleCut> : undefined
      }
      action={(user) => (
        <May right={users.rights.impersonate}>
          <Button disabled={!user} onClick={() => setAct('impersonate')}>
            {t.acts.impersonate}
          </Button>
        </May>
      )}
      acts={actsOf}
      tabs={{
        label: t.tabs.label,
        ids,
        names: t.tabs,
        current: tab,
        countOf: (id) => query.data && (id === 'teams' || id === 'keys') && <CountOf records={id} user={query.data} />,
      }}
      skeleton={<TabSkeleton tab={tab} />}
      remembered="users"
    >
      {(user) => (
        <>
          <Panel key={user.id} user={user} onAct={setAct} />
          <Suspense>
            {search.act !== undefined && (
              <May right={actRights[search.act]}>
                {search.act === 'impersonate' ? (
                  <Impersonate user={user} onClose={() => setAct(undefined)} />
                ) : (
                  <UserDialogs
                    act={{ type: search.act, user }}
                    onClose={() => setAct(undefined)}
                    onDeleted={shown.closeRecord}
                  />
                )}
              </May>
            )}
          </Suspense>
        </>
      )}
    </RecordDrawer>
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
  const teams = users.useRead('teams', [user]).data
  const keys = useKeysOfUser(user).data?.filter((key) => key.isValid())
  const count = (records === 'teams' ? teams : keys)?.length ?? 0
  return <CountOfTab count={count} text={format.number(count)} />
}
