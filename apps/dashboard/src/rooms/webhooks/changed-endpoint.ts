import type { WebhookEndpoint } from '../../data/webhooks.ts'
import { changedSettings } from '../../page/form/changed-settings.ts'
import { endpointOf, type EndpointForm } from './forms.ts'

/** The settings of an endpoint that its form has changed. */
export function changedEndpoint(
  form: EndpointForm,
  changes: Partial<EndpointForm>,
  endpoint: WebhookEndpoint,
): Partial<ReturnType<typeof endpointOf>> {
  return changedSettings(endpointOf(form, endpoint), changes, {
    url: ['url'],
    description: ['description'],
    eventTypes: ['events', 'eventTypes'],
    rateLimit: ['rateLimit'],
    // For an endpoint with headers, the form has new ones only if they replace those.
    headers: endpoint.headerNames.length > 0 ? ['url', 'storedHeaders', 'headers'] : ['headers'],
  })
}
