import type { Format } from '@portico/ui/language/format'
import { optionalWebhookEventTypes, standardWebhookEventTypes, WEBHOOK_RATE_LIMIT_MAX } from '@portico/client/admin'

import type { WebhookEndpoint, WebhookEventType } from '../../data/webhooks.ts'
import { completeUrl } from '../../kit/typed-url.ts'
import { checks, choice, lines, text, type Field, type FieldsOf } from '../../page/form/fields.tsx'
import type { WebhooksTexts } from '../../texts/en/webhooks.ts'
import { eventTypes } from './address.ts'
import { parseHeaders } from './typed-headers.ts'

const optionalTypes: readonly WebhookEventType[] = optionalWebhookEventTypes

export interface EndpointForm {
  readonly url: string
  readonly description: string
  readonly events: 'standard' | 'chosen'
  /** For the choice `chosen`. */
  readonly eventTypes: readonly WebhookEventType[]
  /** For an endpoint with headers. */
  readonly storedHeaders: 'keep' | 'replace'
  /** One per line. */
  readonly headers: string
  /** Empty: no limit. */
  readonly rateLimit: string
}

type EndpointWithHeaders = Pick<WebhookEndpoint, 'headerNames' | 'url'>

interface EndpointSettings {
  readonly url: string
  readonly description: string
  readonly eventTypes: readonly WebhookEventType[] | null
  readonly rateLimit: number | null
  readonly headers?: Readonly<Record<string, string>>
}

export function endpointFields(
  { columns, form }: WebhooksTexts,
  format: Format,
  endpoint?: WebhookEndpoint,
): FieldsOf<EndpointForm> {
  const headerNames = endpoint?.headerNames ?? []
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
    storedHeaders: choice({
      label: form.keptHeaders,
      initial: 'keep',
      options: [
        { value: 'keep', label: form.keep(headerNames.join(', ')) },
        { value: 'replace', label: form.replace },
      ],
    }),
    headers: lines({
      label: form.headers,
      help: headerNames.length > 0 ? `${form.headersHelp} ${form.replaceHelp}` : form.headersHelp,
      isOptional: true,
      isCode: true,
      problemOf: (typed) => {
        const parsed = parseHeaders(typed)
        return 'wrongLine' in parsed ? form.headersWrong(format.number(parsed.wrongLine)) : null
      },
    }),
    rateLimit: text({
      label: form.rateLimit,
      help: form.rateLimitHelp,
      initial: endpoint?.rateLimit?.toString() ?? '',
      isOptional: true,
      input: { inputMode: 'numeric' },
      problemOf: (typed) =>
        typed === '' || (/^[1-9]\d*$/.test(typed) && Number(typed) <= WEBHOOK_RATE_LIMIT_MAX)
          ? null
          : form.rateLimitWrong(format.number(WEBHOOK_RATE_LIMIT_MAX)),
    }),
  }
}

/** The fields that the choices of the form make unnecessary. */
export function hiddenFields(
  { events, storedHeaders, url }: EndpointForm,
  endpoint?: EndpointWithHeaders,
): readonly (keyof EndpointForm)[] {
  const canKeep = endpoint !== undefined && endpoint.headerNames.length > 0 && isSameServer(endpoint.url, url)
  return [
    ...(events === 'chosen' ? [] : (['eventTypes'] as const)),
    ...(canKeep ? [] : (['storedHeaders'] as const)),
    ...(canKeep && storedHeaders === 'keep' ? (['headers'] as const) : []),
  ]
}

/** The service does not send stored headers to another server. An address that cannot be read counts as the same. */
function isSameServer(stored: string, typed: string): boolean {
  const url = completeUrl(typed)
  return !URL.canParse(url) || new URL(url).origin === new URL(stored).origin
}

/** The settings of an endpoint, as its form has them. Headers that are kept are absent. */
export function endpointOf(form: EndpointForm, endpoint?: EndpointWithHeaders): EndpointSettings {
  const { description, events, eventTypes: chosen, rateLimit, url } = form
  const parsed = hiddenFields(form, endpoint).includes('headers') ? null : parseHeaders(form.headers)
  return {
    url: completeUrl(url),
    description: description.trim(),
    eventTypes: events === 'standard' ? null : chosen,
    rateLimit: rateLimit.trim() === '' ? null : Number(rateLimit),
    ...(parsed && 'headers' in parsed && { headers: parsed.headers }),
  }
}

export function eventTypeField({ form }: WebhooksTexts): Field<WebhookEventType> {
  return choice({
    label: form.event,
    initial: 'user.created',
    options: eventTypes.map((type) => ({ value: type, label: type })),
  })
}
