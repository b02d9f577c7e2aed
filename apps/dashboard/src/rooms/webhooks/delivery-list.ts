import {
  repeatsAfter,
  useWebhookEndpoints,
  webhookDeliveries,
  type DeliveryFilter,
  type WebhookDelivery,
} from '../../data/webhooks.ts'
import { useTexts } from '../../language/useTexts.ts'
import { useFilterKinds } from '../../page/filters.tsx'
import type { List } from '../../page/useListPage.ts'
import { webhooksTexts, type WebhooksTexts } from '../../texts/en/webhooks.ts'
import { deliveriesAddress, deliveryStates, eventTypes, type DeliveriesSearch } from './address.ts'

export const deliveryList: List<WebhookDelivery, DeliveriesSearch, WebhooksTexts> = {
  id: 'webhook-deliveries',
  path: '/projects/$projectId/webhooks/deliveries',
  record: { path: '/projects/$projectId/webhooks/deliveries/$deliveryId', param: 'deliveryId' },
  address: deliveriesAddress,
  texts: webhooksTexts,
  usePage: (search) => {
    const { isPending } = useWebhookEndpoints()
    const read = webhookDeliveries.useRead('page', [filterOf(search), search.cursor], {
      meanwhile: 'previous',
      repeatsAfter,
    })
    // Each row names its endpoint.
    return isPending ? { ...read, data: undefined } : read
  },
  nameOf: ({ eventType }) => eventType,
  useFilters: (search, change) => {
    const { deliveries: t } = useTexts(webhooksTexts)
    const { choice } = useFilterKinds(search, change)
    const endpoints = useWebhookEndpoints().data?.rows ?? []
    const known = endpoints.map(({ id, url }) => ({ value: id, label: withoutScheme(url) }))
    const { endpoint } = search
    const isKnown = endpoint === undefined || known.some(({ value }) => value === endpoint)
    return [
      choice('endpoint', t.filters.endpoint, isKnown ? known : [...known, { value: endpoint, label: endpoint }]),
      choice(
        'state',
        t.filters.state,
        deliveryStates.map((value) => ({ value, label: t.states[value] })),
      ),
      choice(
        'event',
        t.filters.event,
        eventTypes.map((value) => ({ value, label: value })),
      ),
    ]
  },
}

function filterOf({ endpoint, event, state }: DeliveriesSearch): DeliveryFilter {
  return {
    ...(endpoint !== undefined && { endpointId: endpoint }),
    ...(state && { state }),
    ...(event && { eventType: event }),
  }
}

/** An address in few characters: host and path. */
export function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '')
}
