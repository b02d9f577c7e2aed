import { DEFAULT_HANDLER_PATH } from '@portico/client/admin'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type AnyRoute,
  type RouteComponent,
} from '@tanstack/react-router'
import { Suspense } from 'react'

import { keptOwnerInvitation, keptProjectTransfer } from './data/kept-code.ts'
import { forgetOwnerData, keepNewKeys } from './data/owner-data.ts'
import { loadFromService } from './data/service.ts'
import { isCodeMissing, isOffline } from './kit/failure.ts'
import { Toasts } from './kit/Toasts.tsx'
import { CodeMissing, Crashed, NotFound, Starting, Unreachable } from './shell/MessagePages.tsx'
import { OwnerLayout } from './shell/OwnerLayout.tsx'
import { Room } from './shell/Room.tsx'
import { SoloLayout } from './shell/SoloLayout.tsx'
import { auditAddress } from './rooms/audit/address.ts'
import { domainsAddress } from './rooms/domains/address.ts'
import { editorAddress } from './rooms/email-template/address.ts'
import { sentAddress, templatesAddress } from './rooms/emails/address.ts'
import { importsAddress } from './rooms/imports/address.ts'
import { keysAddress } from './rooms/keys/address.ts'
import { methodsAddress, moveAddress } from './rooms/sign-in/address.ts'
import { ownerInvitationAddress } from './rooms/owner-invitation/address.ts'
import { overviewAddress } from './rooms/overview/address.ts'
import { partnerAccessAddress } from './rooms/partner-access/address.ts'
import { permissionsAddress } from './rooms/permissions/address.ts'
import { projectTransferAddress } from './rooms/project-transfer/address.ts'
import { projectsAddress } from './rooms/projects/address.ts'
import { settingsAddress } from './rooms/settings/address.ts'
import { startAddress } from './rooms/start/address.ts'
import { teamsAddress } from './rooms/teams/address.ts'
import { invitationsAddress, usersAddress } from './rooms/users/address.ts'
import { deliveriesAddress, webhooksAddress } from './rooms/webhooks/address.ts'

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

/** A page whose code loads on demand. While the service does not answer, the previous page stays. */
function page<Parent extends AnyRoute, const Path extends string, Search extends object, Module extends object>(
  parent: Parent,
  path: Path,
  search: (written: Readonly<Record<string, unknown>>) => Search,
  load: () => Promise<Module>,
  name: keyof Module & string,
  onLeave?: () => void,
) {
  return createRoute({
    getParentRoute: () => parent,
    path,
    validateSearch: (written: Record<string, unknown>) => search(written),
    // Unchecked cast: the name is that of a component.
    component: lazyRouteComponent(() => loadFromService(load), name) as RouteComponent,
    ...(onLeave && { onLeave }),
  })
}

/** The page has no search parameters of its own. */
function noSearch(): object {
  return {}
}

/** A path that leads to another one: to the first tab of a record, or to the first page of a room. */
function forward<Parent extends AnyRoute, const Path extends string>(
  parent: Parent,
  path: Path,
  to: string,
  added: Readonly<Record<string, string>> = {},
) {
  return createRoute({
    getParentRoute: () => parent,
    path,
    beforeLoad: (given) => {
      const { params, search } = given as unknown as { readonly params: object; readonly search: object }
      // Unchecked casts: the router knows the types of literal paths only.
      redirect({ to, params: { ...params, ...added }, search, replace: true, throw: true } as never)
    },
  })
}

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

/** Visitors see their invitation before they sign in. The code leaves the address. */
const ownerInvitation = createRoute({
  getParentRoute: () => root,
  path: '/owner-invitation',
  validateSearch: ownerInvitationAddress.read,
  beforeLoad: ({ search: { code } }) => {
    if (code === undefined) return
    keptOwnerInvitation.keep(code)
    redirect({ to: '/owner-invitation', search: {}, replace: true, throw: true })
  },
  component: lazyRouteComponent(
    () => loadFromService(() => import('./rooms/owner-invitation/OwnerInvitation.tsx')),
    'OwnerInvitation',
  ),
})

/** Where a partner sends a user who takes over a project. The code leaves the address before the user signs in. */
const projectTransfer = createRoute({
  getParentRoute: () => solo,
  path: '/integrations/$partner/projects/transfer/confirm',
  validateSearch: projectTransferAddress.read,
  beforeLoad: ({ params, search: { code } }) => {
    if (code === undefined) return
    keptProjectTransfer.keep(code)
    redirect({
      to: '/integrations/$partner/projects/transfer/confirm',
      params,
      search: {},
      replace: true,
      throw: true,
    })
  },
  component: lazyRouteComponent(
    () => loadFromService(() => import('./rooms/project-transfer/ProjectTransfer.tsx')),
    'ProjectTransfer',
  ),
})

const project = createRoute({
  getParentRoute: () => owner,
  path: '/projects/$projectId',
  component: lazyRouteComponent(() => loadFromService(() => import('./shell/ProjectLayout.tsx')), 'ProjectLayout'),
  notFoundComponent: NotFound,
})

const users = page(project, '/users', usersAddress.read, () => import('./rooms/users/Users.tsx'), 'Users')
const teams = page(project, '/teams', teamsAddress.read, () => import('./rooms/teams/Teams.tsx'), 'Teams')
const methods = page(project, '/sign-in', methodsAddress.read, () => import('./rooms/sign-in/Methods.tsx'), 'Methods')
const audit = page(project, '/audit', auditAddress.read, () => import('./rooms/audit/AuditLog.tsx'), 'AuditLog')
const sent = page(project, '/emails/sent', sentAddress.read, () => import('./rooms/emails/Sent.tsx'), 'Sent')
const deliveries = page(
  project,
  '/webhooks/deliveries',
  deliveriesAddress.read,
  () => import('./rooms/webhooks/Deliveries.tsx'),
  'Deliveries',
)

export const router = createRouter({
  routeTree: root.addChildren([
    forward(root, '/', '/projects'),
    // The pages of the SDK: sign-in, links in mails and so on.
    page(root, `${DEFAULT_HANDLER_PATH}/$`, noSearch, () => import('./rooms/handler/SignIn.tsx'), 'SignIn'),
    ownerInvitation,
    owner.addChildren([
      solo.addChildren([
        page(solo, '/projects', projectsAddress.read, () => import('./rooms/projects/Projects.tsx'), 'Projects'),
        page(solo, '/account', noSearch, () => import('./rooms/account/Account.tsx'), 'Account'),
        page(
          solo,
          '/integrations/$partner/confirm',
          partnerAccessAddress.read,
          () => import('./rooms/partner-access/PartnerAccess.tsx'),
          'PartnerAccess',
        ),
        projectTransfer,
      ]),
      project.addChildren([
        page(project, '/', overviewAddress.read, () => import('./rooms/overview/Overview.tsx'), 'Overview'),
        page(
          project,
          '/start',
          startAddress.read,
          () => import('./rooms/start/GetStarted.tsx'),
          'GetStarted',
          () => keepNewKeys(null),
        ),
        users.addChildren([
          forward(users, '/$userId', '/projects/$projectId/users/$userId/$tab', { tab: 'profile' }),
          page(users, '/$userId/$tab', noSearch, () => import('./rooms/users/UserDrawer.tsx'), 'UserDrawer'),
        ]),
        page(
          project,
          '/users/invitations',
          invitationsAddress.read,
          () => import('./rooms/users/Invitations.tsx'),
          'Invitations',
        ),
        page(project, '/users/import', importsAddress.read, () => import('./rooms/imports/Imports.tsx'), 'Imports'),
        page(
          project,
          '/users/import/$importId',
          noSearch,
          () => import('./rooms/imports/ImportPage.tsx'),
          'ImportPage',
        ),
        teams.addChildren([
          forward(teams, '/$teamId', '/projects/$projectId/teams/$teamId/$tab', { tab: 'members' }),
          page(teams, '/$teamId/$tab', noSearch, () => import('./rooms/teams/TeamDrawer.tsx'), 'TeamDrawer'),
        ]),
        forward(project, '/permissions', '/projects/$projectId/permissions/$scope', { scope: 'team' }),
        page(
          project,
          '/permissions/$scope',
          permissionsAddress.read,
          () => import('./rooms/permissions/Permissions.tsx'),
          'Permissions',
        ),
        methods.addChildren([
          page(methods, '/$provider', noSearch, () => import('./rooms/sign-in/ProviderDrawer.tsx'), 'ProviderDrawer'),
        ]),
        page(project, '/sign-in/users', noSearch, () => import('./rooms/sign-in/UserSettings.tsx'), 'UserSettings'),
        page(
          project,
          '/sign-in/sessions',
          noSearch,
          () => import('./rooms/sign-in/UserSettings.tsx'),
          'SessionSettings',
        ),
        page(
          project,
          '/sign-in/access-tokens',
          noSearch,
          () => import('./rooms/sign-in/AccessTokens.tsx'),
          'AccessTokens',
        ),
        page(
          project,
          '/sign-in/previous-system',
          moveAddress.read,
          () => import('./rooms/sign-in/OldSystem.tsx'),
          'OldSystem',
        ),
        page(project, '/sign-in/rules', noSearch, () => import('./rooms/sign-in/SignUpRules.tsx'), 'SignUpRules'),
        page(project, '/domains', domainsAddress.read, () => import('./rooms/domains/Domains.tsx'), 'Domains'),
        page(project, '/keys', keysAddress.read, () => import('./rooms/keys/Keys.tsx'), 'Keys'),
        page(project, '/emails', templatesAddress.read, () => import('./rooms/emails/Templates.tsx'), 'Templates'),
        page(
          project,
          '/emails/$type',
          editorAddress.read,
          () => import('./rooms/email-template/EditTemplate.tsx'),
          'EditTemplate',
        ),
        sent.addChildren([
          page(sent, '/$mailId', noSearch, () => import('./rooms/emails/SentDrawer.tsx'), 'SentDrawer'),
        ]),
        page(project, '/emails/server', noSearch, () => import('./rooms/emails/MailServer.tsx'), 'MailServer'),
        page(project, '/webhooks', webhooksAddress.read, () => import('./rooms/webhooks/Webhooks.tsx'), 'Webhooks'),
        deliveries.addChildren([
          page(
            deliveries,
            '/$deliveryId',
            noSearch,
            () => import('./rooms/webhooks/DeliveryDrawer.tsx'),
            'DeliveryDrawer',
          ),
        ]),
        audit.addChildren([
          page(audit, '/$eventId', noSearch, () => import('./rooms/audit/EventDrawer.tsx'), 'EventDrawer'),
        ]),
        page(project, '/branding', noSearch, () => import('./rooms/branding/Branding.tsx'), 'Branding'),
        page(
          project,
          '/settings',
          settingsAddress.read,
          () => import('./rooms/settings/SettingsRoom.tsx'),
          'SettingsRoom',
        ),
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
