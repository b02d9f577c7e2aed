import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import { Suspense } from 'react'

import { Failed } from '../kit/States.tsx'
import { deliveriesAddress, webhooksAddress } from '../rooms/webhooks/address.ts'
import { projectId } from './opening.ts'

type Written = Record<string, unknown>

const root = createRootRoute({
  component: () => (
    <Suspense>
      <Outlet />
    </Suspense>
  ),
  errorComponent: ({ error, reset }) => <Failed error={error} onRetry={reset} />,
})

/** Same route ids as in the dashboard: the pages refer to them. */
const owner = createRoute({ getParentRoute: () => root, id: 'owner' })
const project = createRoute({ getParentRoute: () => owner, path: '/projects/$projectId' })

const endpoints = createRoute({
  getParentRoute: () => project,
  path: '/webhooks',
  validateSearch: (written: Written) => webhooksAddress.read(written),
  component: lazyRouteComponent(() => import('../rooms/webhooks/Webhooks.tsx'), 'Webhooks'),
})
const deliveries = createRoute({
  getParentRoute: () => project,
  path: '/webhooks/deliveries',
  validateSearch: (written: Written) => deliveriesAddress.read(written),
  component: lazyRouteComponent(() => import('../rooms/webhooks/Deliveries.tsx'), 'Deliveries'),
})
const delivery = createRoute({
  getParentRoute: () => deliveries,
  path: '/$deliveryId',
  component: lazyRouteComponent(() => import('../rooms/webhooks/DeliveryDrawer.tsx'), 'DeliveryDrawer'),
})

/** The room Webhooks of the dashboard. Its addresses are only in memory: the host and its history do not need them. */
export const router = createRouter({
  routeTree: root.addChildren([
    owner.addChildren([project.addChildren([endpoints, deliveries.addChildren([delivery])])]),
  ]),
  history: createMemoryHistory({ initialEntries: [`/projects/${projectId}/webhooks`] }),
  // Old rows stay while a page of the list loads, and every room has its own skeleton.
  defaultPendingMs: 0,
})
