import type { UseQueryResult } from '@tanstack/react-query'

import type { ProjectApp } from './projects.ts'
import * as endpointRights from './endpoint-rights.ts'
import { change, pageFrom, resource, type PageOf } from './resource.ts'

export type WebhookEndpoint = Awaited<ReturnType<ProjectApp['listWebhookEndpoints']>>[number]
export type WebhookEventType = NonNullable<WebhookEndpoint['eventTypes']>[number]
export type WebhookDelivery = Awaited<ReturnType<ProjectApp['listWebhookDeliveries']>>[number]
export type WebhookDeliveryWithAttempts = NonNullable<Awaited<ReturnType<ProjectApp['getWebhookDelivery']>>>
export type WebhookAttempt = WebhookDeliveryWithAttempts['tries'][number]
export type DeliveryFilter = Pick<
  NonNullable<Parameters<ProjectApp['listWebhookDeliveries']>[0]>,
  'endpointId' | 'state' | 'eventType'
>
type NewEndpoint = Parameters<ProjectApp['createWebhookEndpoint']>[0]
type EndpointEdit = Parameters<ProjectApp['updateWebhookEndpoint']>[1]
type Replay = Parameters<ProjectApp['replayWebhookDeliveries']>[1]

const DELIVERIES_PER_PAGE = 50
const POLL_MILLIS = 5_000

const endpoints = 'webhook-endpoints'
const deliveries = 'webhook-deliveries'

/**
 * The webhook endpoints of the current project, newest first. Only the answers to a creation and a rotation have a
 * secret.
 */
export const webhookEndpoints = resource(endpoints, {
  reads: {
    page: async ({ app }): Promise<PageOf<WebhookEndpoint>> => ({
      rows: await app.listWebhookEndpoints(),
      nextCursor: null,
    }),
    figures: ({ app }, endpoint: WebhookEndpoint) => app.getWebhookFigures(endpoint.id),
  },
  changes: {
    add: change(endpointRights.createWebhookEndpoint, ({ app }, endpoint: NewEndpoint) =>
      app.createWebhookEndpoint(endpoint),
    ),
    update: change(endpointRights.updateWebhookEndpoint, ({ app }, id: string, edit: EndpointEdit) =>
      app.updateWebhookEndpoint(id, edit),
    ),
    enable: change(
      endpointRights.updateWebhookEndpoint,
      async ({ app }, id: string, replayedSince: Date | null) => {
        await app.updateWebhookEndpoint(id, { isEnabled: true })
        if (replayedSince) await app.replayWebhookDeliveries(id, { since: replayedSince })
      },
      { isStaleAfterFailure: true },
    ),
    rotateSecret: change(endpointRights.rotateWebhookSecret, ({ app }, id: string) => app.rotateWebhookSecret(id)),
    sendTest: change(endpointRights.sendTestWebhook, ({ app }, endpointId: string, eventType: WebhookEventType) =>
      app.sendTestWebhook({ endpointId, eventType }),
    ),
    remove: change(endpointRights.deleteWebhookEndpoint, ({ app }, id: string) => app.deleteWebhookEndpoint(id)),
  },
})

/** Reads the endpoints of the project, of which there are few. */
export function useWebhookEndpoints({ isNeeded = true } = {}): UseQueryResult<PageOf<WebhookEndpoint>> {
  return webhookEndpoints.useRead('page', [], { isNeeded })
}

/** Whether an endpoint fails, or was disabled by the service. */
export function needsAttention({ disabled, failingSince }: WebhookEndpoint): boolean {
  return disabled ? disabled.reason !== 'requested' : failingSince !== null
}

/** The deliveries to the endpoints of the current project, newest first. */
export const webhookDeliveries = resource(deliveries, {
  reads: {
    page: ({ app }, filter: DeliveryFilter, cursor: string | undefined): Promise<PageOf<WebhookDelivery>> =>
      pageFrom(
        (from) =>
          app.listWebhookDeliveries({
            ...filter,
            limit: DELIVERIES_PER_PAGE,
            ...(from !== undefined && { cursor: from }),
          }),
        cursor,
      ),
    /** With its attempts; null for an unknown id. */
    one: ({ app }, id: string): Promise<WebhookDeliveryWithAttempts | null> => app.getWebhookDelivery(id),
  },
  changes: {
    /** Queues one again. */
    replay: change(endpointRights.replayWebhookDelivery, ({ app }, id: string) => app.replayWebhookDelivery(id)),
    /** Queues all failed or skipped ones of an endpoint again. Several calls. */
    replayAll: change(
      endpointRights.replayWebhookDeliveries,
      ({ app }, endpointId: string, replay: Replay) => app.replayWebhookDeliveries(endpointId, replay),
      {
        isStaleAfterFailure: true,
      },
    ),
  },
})

/** The pause before a page is read again, while another attempt follows for one of its deliveries. */
export function repeatsAfter(page: PageOf<WebhookDelivery> | undefined): number | false {
  return page?.rows.some(isPending) ? POLL_MILLIS : false
}

/** The same for one delivery. */
export function repeatsDeliveryAfter(delivery: WebhookDelivery | null | undefined): number | false {
  return delivery && isPending(delivery) ? POLL_MILLIS : false
}

function isPending({ state }: WebhookDelivery): boolean {
  return state === 'pending'
}
