import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'

import { keepNewKeys } from './data/new-keys.ts'
import { isOffline } from './kit/failure.ts'
import { Toasts } from './kit/Toasts.tsx'
import { Crashed, NotFound, Unreachable } from './shell/MessagePages.tsx'
import { OwnerLayout } from './shell/OwnerLayout.tsx'
import { ProjectLayout } from './shell/ProjectLayout.tsx'
import { firstRoom } from './shell/rail-items.ts'
import { SoloLayout } from './shell/SoloLayout.tsx'
import { readDomainsSearch } from './rooms/domains/search.ts'
import { readMethodsSearch } from './rooms/methods/search.ts'
import { readStartSearch } from './rooms/start/search.ts'

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
    isOffline(error) ? <Unreachable onReturn={reset} /> : <Crashed error={error} />,
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
  path: '/handler/$',
  component: lazyRouteComponent(() => import('./rooms/sign-in/SignIn.tsx'), 'SignIn'),
})

/** Everything below needs a signed-in owner. */
const owner = createRoute({
  getParentRoute: () => root,
  id: 'owner',
  component: () => (
    <OwnerLayout>
      <Outlet />
    </OwnerLayout>
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
  validateSearch: (search: Record<string, unknown>): { create?: true; q?: string } => ({
    ...(search['create'] !== undefined && { create: true }),
    ...(typeof search['q'] === 'string' && search['q'] !== '' && { q: search['q'] }),
  }),
  component: lazyRouteComponent(() => import('./rooms/projects/Projects.tsx'), 'Projects'),
})

const account = createRoute({
  getParentRoute: () => solo,
  path: '/account',
  component: lazyRouteComponent(() => import('./rooms/account/Account.tsx'), 'Account'),
})

const project = createRoute({
  getParentRoute: () => owner,
  path: '/projects/$projectId',
  component: () => (
    <ProjectLayout>
      <Room />
    </ProjectLayout>
  ),
  notFoundComponent: NotFound,
})

const projectIndex = createRoute({
  getParentRoute: () => project,
  path: '/',
  beforeLoad: ({ params }) => {
    redirect({ to: `/projects/$projectId${firstRoom}`, params, replace: true, throw: true })
  },
})

const start = createRoute({
  getParentRoute: () => project,
  path: '/start',
  validateSearch: readStartSearch,
  onLeave: () => keepNewKeys(null),
  component: lazyRouteComponent(() => import('./rooms/start/GetStarted.tsx'), 'GetStarted'),
})

const methods = createRoute({
  getParentRoute: () => project,
  path: '/sign-in',
  validateSearch: readMethodsSearch,
  component: lazyRouteComponent(() => import('./rooms/methods/Methods.tsx'), 'Methods'),
})

const provider = createRoute({
  getParentRoute: () => methods,
  path: '/$provider',
  component: lazyRouteComponent(() => import('./rooms/methods/ProviderDrawer.tsx'), 'ProviderDrawer'),
})

const domains = createRoute({
  getParentRoute: () => project,
  path: '/domains',
  validateSearch: readDomainsSearch,
  component: lazyRouteComponent(() => import('./rooms/domains/Domains.tsx'), 'Domains'),
})

/** A room keeps the frame while its code loads. */
function Room(): ReactNode {
  return (
    <Suspense>
      <Outlet />
    </Suspense>
  )
}

export const router = createRouter({
  routeTree: root.addChildren([
    index,
    handler,
    owner.addChildren([
      solo.addChildren([projects, account]),
      project.addChildren([projectIndex, start, methods.addChildren([provider]), domains]),
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
