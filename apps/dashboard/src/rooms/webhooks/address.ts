import { optionalWebhookEventTypes, standardWebhookEventTypes } from '@portico/client/admin'

import type { WebhookDelivery, WebhookEventType } from '../../data/webhooks.ts'
import { address, oneOf, present, text, type AddressPart, type SearchOf } from '../../page/address.ts'

/** Every event, in the order of forms and filters. */
export const eventTypes: readonly WebhookEventType[] = [...standardWebhookEventTypes, ...optionalWebhookEventTypes]

/** The states of deliveries, in the order of a filter. */
export const deliveryStates: readonly WebhookDelivery['state'][] = [
  'failed',
  'pending',
  'delivered',
  'skipped',
  'erased',
]

/** The service refuses an id that is no UUID. */
const endpointId: AddressPart<string> = (written) => {
  const value = text(written)
  return value !== undefined && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value : undefined
}

/** The dialog that is open; an endpoint is named by its id. */
export const webhooksAddress = address({
  dialogs: { add: present, edit: text, disable: text, enable: text, rotate: text, test: text, remove: text },
})

/** The filters of the deliveries, and the dialog that replays several. */
export const deliveriesAddress = address({
  filters: { endpoint: endpointId, state: oneOf(deliveryStates), event: oneOf(eventTypes) },
  dialogs: { replay: present },
})

export type DeliveriesSearch = SearchOf<typeof deliveriesAddress>
