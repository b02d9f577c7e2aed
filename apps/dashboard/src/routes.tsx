import { DEFAULT_HANDLER_PATH } from '@portico/client/admin'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Suspense, type ComponentType } from 'react'

import { keepOwnerInvitation } from './data/kept-owner-invitation.ts'
import { keepNewKeys } from './data/new-keys.ts'
import { forgetOwnerData } from './data/owner-data.ts'
import { loadFromService } from './data/service.ts'
import { isCodeMissing, isOffline } from './kit/failure.ts'
import { Toasts } from './kit/Toasts.tsx'
import { CodeMissing, Crashed, NotFound, Starting, Unreachable } from './shell/MessagePages.tsx'
import { OwnerLayout } from './shell/OwnerLayout.tsx'
import { Room } from './shell/Room.tsx'
import { SoloLayout } from './shell/SoloLayout.tsx'
import { readAuditSearch } from './rooms/audit/search.ts'
import { readDomainsSearch } from './rooms/domains/search.ts'
import { readSentSearch } from './rooms/emails/search.ts'
import { keysAddress } from './rooms/keys/address.ts'
import { readMethodsSearch } from './rooms/methods/search.ts'
import { readOverviewSearch } from './rooms/overview/search.ts'
import { permissionsAddress } from './rooms/permissions/address.ts'
import { readSettingsSearch } from './rooms/settings/search.ts'
import { readStartSearch } from './rooms/start/search.ts'
import { teamsAddress } from './rooms/teams/address.ts'
import { readUsersSearch } from './rooms/users/search.ts'

/** A component whose code loads on demand. While the service does not answer, the previous page stays. */
function lazyRoom<Module extends Record<string, ComponentType>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
): ReturnType<typeof lazyRouteComponent> {
  return lazyRouteComponent(() => loadFromService(load), name)
}

const root = createRootRoute({
  component: () => (
    <>
      <Suspense>
        <Outlet />
      </Suspense>
      <Toasts />
    </>
  ),
  errorComponent: ({ error, reset }) =>
    isOffline(error) ? (
      <Unreachable onReturn={reset} />
    ) : isCodeMissing(error) ? (
      <CodeMissing error={error} />
    ) : (
      <Crashed error={error} />
    ),
  notFoundComponent: () => (
    <main className="solo">
      <NotFound />
    </main>
  ),
})

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/projects', replace: true, throw: true })
  },
})

/** The pages of the SDK: sign-in, links in mails and so on. */
const handler = createRoute({
  getParentRoute: () => root,
  path: `${DEFAULT_HANDLER_PATH}/$`,
  component: lazyRoom(() => import('./rooms/sign-in/SignIn.tsx'), 'SignIn'),
})

/** Everything below needs a signed-in owner. */
const owner = createRoute({
  getParentRoute: () => root,
  id: 'owner',
  onLeave: forgetOwnerData,
  component: () => (
    <Suspense fallback={<Starting />}>
      <OwnerLayout>
        <Outlet />
      </OwnerLayout>
    </Suspense>
  ),
})

const solo = createRoute({
  getParentRoute: () => owner,
  id: 'solo',
  component: () => (
    <SoloLayout>
      <Room />
    </SoloLayout>
  ),
})

const projects = createRoute({
  getParentRoute: () => solo,
  path: '/projects',
  validateSearch: (search: Record<string, unknown>): { create?: true; deleted?: string; q?: string } => ({
    ...(search['create'] !== undefined && { create: true }),
    ...(typeof search['deleted'] === 'string' && { deleted: search['deleted'] }),
    ...(typeof search['q'] === 'string' && search['q'] !== '' && { q: search['q'] }),
  }),
  component: lazyRoom(() => import('./rooms/projects/Projects.tsx'), 'Projects'),
})

const account = createRoute({
  getParentRoute: () => solo,
  path: '/account',
  component: lazyRoom(() => import('./rooms/account/Account.tsx'), 'Account'),
})

/** Visitors see their invitation before they sign in. */
const ownerInvitation = createRoute({
  getParentRoute: () => root,
  path: '/owner-invitation',
  validateSearch: (search: Record<string, unknown>): { code?: string } =>
    typeof search['code'] === 'string' || typeof search['code'] === 'number' ? { code: String(search['code']) } : {},
  beforeLoad: ({ search: { code } }) => {
    if (code === undefined) return
    keepOwnerInvitation(code)
    redirect({ to: '/owner-invitation', search: {}, replace: true, throw: true })
  },
  component: lazyRoom(() => import('./rooms/owner-invitation/OwnerInvitation.tsx'), 'OwnerInvitation'),
})

const project = createRoute({
  getParentRoute: () => owner,
  path: '/projects/$projectId',
  component: lazyRoom(() => import('./shell/ProjectLayout.tsx'), 'ProjectLayout'),
  notFoundComponent: NotFound,
})

const overview = createRoute({
  getParentRoute: () => project,
  path: '/',
  validateSearch: readOverviewSearch,
  component: lazyRoom(() => import('./rooms/overview/Overview.tsx'), 'Overview'),
})

const start = createRoute({
  getParentRoute: () => project,
  path: '/start',
  validateSearch: readStartSearch,
  onLeave: () => keepNewKeys(null),
  component: lazyRoom(() => import('./rooms/start/GetStarted.tsx'), 'GetStarted'),
})

const users = createRoute({
  getParentRoute: () => project,
  path: '/users',
  validateSearch: readUsersSearch,
  component: lazyRoom(() => import('./rooms/users/Users.tsx'), 'Users'),
})

const userIndex = createRoute({
  getParentRoute: () => users,
  path: '/$userId',
  beforeLoad: ({ params, search }) => {
    redirect({
      to: '/projects/$projectId/users/$userId/$tab',
      params: { ...params, tab: 'profile' },
      search,
      replace: true,
      throw: true,
    })
  },
})

const user = createRoute({
  getParentRoute: () => users,
  path: '/$userId/$tab',
  component: lazyRoom(() => import('./rooms/users/UserDrawer.tsx'), 'UserDrawer'),
})

const teams = createRoute({
  getParentRoute: () => project,
  path: '/teams',
  validateSearch: teamsAddress.read,
  component: lazyRoom(() => import('./rooms/teams/Teams.tsx'), 'Teams'),
})

const teamIndex = createRoute({
  getParentRoute: () => teams,
  path: '/$teamId',
  beforeLoad: ({ params, search }) => {
    redirect({
      to: '/projects/$projectId/teams/$teamId/$tab',
      params: { ...params, tab: 'members' },
      search,
      replace: true,
      throw: true,
    })
  },
})

const team = createRoute({
  getParentRoute: () => teams,
  path: '/$teamId/$tab',
  component: lazyRoom(() => import('./rooms/teams/TeamDrawer.tsx'), 'TeamDrawer'),
})

const permissionsIndex = createRoute({
  getParentRoute: () => project,
  path: '/permissions',
  beforeLoad: ({ params }) => {
    redirect({
      to: '/projects/$projectId/permissions/$scope',
      params: { ...params, scope: 'team' },
      replace: true,
      throw: true,
    })
  },
})

const permissions = createRoute({
  getParentRoute: () => project,
  path: '/permissions/$scope',
  validateSearch: permissionsAddress.read,
  component: lazyRoom(() => import('./rooms/permissions/Permissions.tsx'), 'Permissions'),
})

const methods = createRoute({
  getParentRoute: () => project,
  path: '/sign-in',
  validateSearch: readMethodsSearch,
  component: lazyRoom(() => import('./rooms/methods/Methods.tsx'), 'Methods'),
})

const provider = createRoute({
  getParentRoute: () => methods,
  path: '/$provider',
  component: lazyRoom(() => import('./rooms/methods/ProviderDrawer.tsx'), 'ProviderDrawer'),
})

const userSettings = createRoute({
  getParentRoute: () => project,
  path: '/sign-in/users',
  component: lazyRoom(() => import('./rooms/methods/UserSettings.tsx'), 'UserSettings'),
})

const sessionSettings = createRoute({
  getParentRoute: () => project,
  path: '/sign-in/sessions',
  component: lazyRoom(() => import('./rooms/methods/SessionSettings.tsx'), 'SessionSettings'),
})

const domains = createRoute({
  getParentRoute: () => project,
  path: '/domains',
  validateSearch: readDomainsSearch,
  component: lazyRoom(() => import('./rooms/domains/Domains.tsx'), 'Domains'),
})

const keys = createRoute({
  getParentRoute: () => project,
  path: '/keys',
  validateSearch: keysAddress.read,
  component: lazyRoom(() => import('./rooms/keys/Keys.tsx'), 'Keys'),
})

const emails = createRoute({
  getParentRoute: () => project,
  path: '/emails',
  beforeLoad: ({ params }) => {
    redirect({ to: '/projects/$projectId/emails/sent', params, replace: true, throw: true })
  },
})

const sentEmails = createRoute({
  getParentRoute: () => project,
  path: '/emails/sent',
  validateSearch: readSentSearch,
  component: lazyRoom(() => import('./rooms/emails/Sent.tsx'), 'Sent'),
})

const mailServer = createRoute({
  getParentRoute: () => project,
  path: '/emails/server',
  component: lazyRoom(() => import('./rooms/emails/MailServer.tsx'), 'MailServer'),
})

const audit = createRoute({
  getParentRoute: () => project,
  path: '/audit',
  validateSearch: readAuditSearch,
  component: lazyRoom(() => import('./rooms/audit/AuditLog.tsx'), 'AuditLog'),
})

/** The drawer of an event; the log shows it. */
const auditEvent = createRoute({ getParentRoute: () => audit, path: '/$eventId' })

const settings = createRoute({
  getParentRoute: () => project,
  path: '/settings',
  validateSearch: readSettingsSearch,
  component: lazyRoom(() => import('./rooms/settings/SettingsRoom.tsx'), 'SettingsRoom'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    index,
    handler,
    ownerInvitation,
    owner.addChildren([
      solo.addChildren([projects, account]),
      project.addChildren([
        overview,
        start,
        users.addChildren([userIndex, user]),
        teams.addChildren([teamIndex, team]),
        permissionsIndex,
        permissions,
        methods.addChildren([provider]),
        userSettings,
        sessionSettings,
        domains,
        keys,
        emails,
        sentEmails,
        mailServer,
        audit.addChildren([auditEvent]),
        settings,
      ]),
    ]),
  ]),
  defaultPreload: 'intent',
  // Old rows stay while a page of the list loads, and every room has its own skeleton.
  defaultPendingMs: 0,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
