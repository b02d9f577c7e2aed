import type { Format } from '@portico/ui/language/format'
import { Ban, CircleAlert, CircleCheck, Clock, Eraser } from 'lucide-react'
import type { ReactNode } from 'react'

import type { WebhookDelivery, WebhookEndpoint } from '../../data/webhooks.ts'
import { State } from '../../kit/Badge.tsx'
import type { Column } from '../../kit/columns.ts'
import { CutText, None, Time } from '../../kit/Text.tsx'
import type { WebhooksTexts } from '../../texts/en/webhooks.ts'
import { withoutScheme } from './delivery-list.ts'

export function deliveryColumns(
  { deliveries: t }: WebhooksTexts,
  format: Format,
  endpoints: ReadonlyMap<string, WebhookEndpoint>,
): Column<WebhookDelivery>[] {
  return [
    {
      id: 'event',
      head: t.columns.event,
      width: '224px',
      onPhone: 'title',
      cell: ({ eventType }) => <CutText className="mono strong">{eventType}</CutText>,
    },
    {
      id: 'endpoint',
      head: t.columns.endpoint,
      isSecondary: true,
      onPhone: 'line',
      cell: ({ endpointId }) => {
        const endpoint = endpoints.get(endpointId)
        return endpoint ? <CutText className="soft">{withoutScheme(endpoint.url)}</CutText> : <None />
      },
    },
    {
      id: 'response',
      head: t.columns.response,
      width: '312px',
      onPhone: 'line',
      cell: (delivery) => (
        <Response delivery={delivery} endpoint={endpoints.get(delivery.endpointId)} t={t} format={format} />
      ),
    },
    {
      id: 'attempts',
      head: t.columns.attempts,
      width: '88px',
      align: 'end',
      isSecondary: true,
      cell: ({ attempts }) => format.number(attempts),
    },
    {
      id: 'time',
      head: t.columns.time,
      width: '104px',
      align: 'end',
      onPhone: 'corner',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ]
}

/** What the endpoint answered last, and what follows. */
export function Response({
  delivery: { lastError, lastStatus, nextAttemptAt, state },
  endpoint,
  t,
  format,
}: {
  readonly delivery: WebhookDelivery
  readonly endpoint: WebhookEndpoint | undefined
  readonly t: WebhooksTexts['deliveries']
  readonly format: Format
}): ReactNode {
  const reason = lastStatus === null ? t.noAnswer : String(lastStatus)
  switch (state) {
    case 'delivered':
      return (
        <State tone="ok" icon={<CircleCheck />}>
          {lastStatus === null ? t.states.delivered : t.succeeded(reason)}
        </State>
      )
    case 'failed':
      return (
        <State tone="danger" icon={<CircleAlert />}>
          {t.finallyFailed(reason)}
        </State>
      )
    case 'skipped':
      return <State icon={<Ban />}>{t.states.skipped}</State>
    case 'erased':
      return <State icon={<Eraser />}>{t.states.erased}</State>
    case 'pending':
      if (endpoint?.disabled) return <State icon={<Ban />}>{t.waits}</State>
      if (lastError === null || nextAttemptAt === null) return <State icon={<Clock />}>{t.queued}</State>
      return (
        <State tone="warn" icon={<Clock />}>
          {t.nextAttempt(reason, format.relative(nextAttemptAt))}
        </State>
      )
  }
}
