import { optionalWebhookEventTypes, standardWebhookEventTypes } from '@portico/client/admin'

import type { WebhookEndpoint, WebhookEventType } from '../../data/webhooks.ts'
import { completeUrl } from '../../kit/typed-url.ts'
import { checks, choice, text, type Field, type FieldsOf } from '../../page/form/fields.tsx'
import type { WebhooksTexts } from '../../texts/en/webhooks.ts'
import { eventTypes } from './address.ts'

const optionalTypes: readonly WebhookEventType[] = optionalWebhookEventTypes

interface EndpointForm {
  readonly url: string
  readonly description: string
  readonly events: 'standard' | 'chosen'
  /** For the choice `chosen`. */
  readonly eventTypes: readonly WebhookEventType[]
}

export function endpointFields({ columns, form }: WebhooksTexts, endpoint?: WebhookEndpoint): FieldsOf<EndpointForm> {
  return {
    url: text({
      label: form.url,
      help: form.urlHelp,
      initial: endpoint?.url ?? '',
      isRequired: true,
      isCode: true,
      input: { inputMode: 'url', placeholder: 'https://shop.example/hooks' },
    }),
    description: text({ label: form.description, initial: endpoint?.description ?? '', isOptional: true }),
    events: choice({
      label: columns.events,
      initial: endpoint?.eventTypes ? 'chosen' : 'standard',
      options: [
        { value: 'standard', label: form.standard },
        { value: 'chosen', label: form.chosen },
      ],
    }),
    eventTypes: checks({
      label: form.chosenEvents,
      initial: endpoint?.eventTypes ?? standardWebhookEventTypes,
      none: form.noEvent,
      options: eventTypes.map((type) => ({
        value: type,
        label: type,
        ...(optionalTypes.includes(type) && { note: form.optionalNote }),
      })),
    }),
  }
}

/** What the form says of an endpoint. */
export function endpointOf({ url, description, events, eventTypes: chosen }: EndpointForm): {
  url: string
  description: string
  eventTypes: readonly WebhookEventType[] | null
} {
  return {
    url: completeUrl(url),
    description: description.trim(),
    eventTypes: events === 'standard' ? null : chosen,
  }
}

export function eventTypeField({ form }: WebhooksTexts): Field<WebhookEventType> {
  return choice({
    label: form.event,
    initial: 'user.created',
    options: eventTypes.map((type) => ({ value: type, label: type })),
  })
}
