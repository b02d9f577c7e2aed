import type { WebhookEndpoint, WebhookEventType } from '../../data/webhooks.ts'
import { completeUrl } from '../../kit/typed-url.ts'
import { checks, choice, text, type Field, type FieldsOf } from '../../page/form/fields.tsx'
import type { WebhooksTexts } from '../../texts/en/webhooks.ts'

/** Every event. An endpoint that chooses none gets the standard ones. */
const kinds: Readonly<Record<WebhookEventType, 'standard' | 'optional'>> = {
  'user.created': 'standard',
  'user.updated': 'standard',
  'user.deleted': 'standard',
  'team.created': 'standard',
  'team.updated': 'standard',
  'team.deleted': 'standard',
  'team_membership.created': 'standard',
  'team_membership.deleted': 'standard',
  'team_permission.created': 'standard',
  'team_permission.deleted': 'standard',
  'project_permission.created': 'standard',
  'project_permission.deleted': 'standard',
  'session.created': 'optional',
  'session.ended': 'optional',
  'api_key.created': 'optional',
  'api_key.revoked': 'optional',
  'team_invitation.accepted': 'optional',
  'user.suspended': 'optional',
}
// Unchecked cast: the keys are exactly the events.
const eventTypes = Object.keys(kinds) as WebhookEventType[]
const standardTypes = eventTypes.filter((type) => kinds[type] === 'standard')

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
      initial: endpoint?.eventTypes ?? standardTypes,
      none: form.noEvent,
      options: eventTypes.map((type) => ({
        value: type,
        label: type,
        ...(kinds[type] === 'optional' && { note: form.optionalNote }),
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
