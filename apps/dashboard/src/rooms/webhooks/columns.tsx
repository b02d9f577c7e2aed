import type { Format } from '@portico/ui/language/format'
import { Ban, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { webhookEndpoints, type WebhookEndpoint } from '../../data/webhooks.ts'
import { State } from '../../kit/Badge.tsx'
import type { Column } from '../../kit/columns.ts'
import { CutText, None } from '../../kit/Text.tsx'
import type { WebhooksTexts } from '../../texts/en/webhooks.ts'
import css from './webhooks.module.css'

export function endpointColumns(t: WebhooksTexts, format: Format): Column<WebhookEndpoint>[] {
  return [
    {
      id: 'endpoint',
      head: t.columns.endpoint,
      onPhone: 'title',
      cell: ({ url, description, isEnabled }) => (
        <>
          <CutText className={isEnabled ? 'mono strong' : 'mono soft'}>{url}</CutText>
          {description.trim() !== '' && (
            <span className={css['description']}>
              <CutText className="soft">{description}</CutText>
            </span>
          )}
        </>
      ),
    },
    {
      id: 'events',
      head: t.columns.events,
      width: '200px',
      isSecondary: true,
      cell: ({ eventTypes }) =>
        eventTypes ? <CutText>{eventTypes.join(', ')}</CutText> : <span className="soft">{t.standard}</span>,
    },
    {
      id: 'figures',
      head: t.columns.figures,
      width: '200px',
      isSecondary: true,
      cell: (endpoint) => <Figures endpoint={endpoint} t={t} format={format} />,
    },
    {
      id: 'state',
      head: t.columns.state,
      width: '232px',
      onPhone: 'line',
      cell: (endpoint) => <EndpointState endpoint={endpoint} t={t} format={format} />,
    },
  ]
}

interface CellProps {
  readonly endpoint: WebhookEndpoint
  readonly t: WebhooksTexts
  readonly format: Format
}

/** How the attempts of the last 24 hours ended. */
function Figures({ endpoint, t, format }: CellProps): ReactNode {
  const { data } = webhookEndpoints.useRead('figures', [endpoint])
  if (!data) return null
  const { attempts, medianDurationMillis, succeeded } = data
  if (attempts === 0 || medianDurationMillis === null) return <None />
  return (
    <>
      {t.succeeded(format.number(succeeded), format.number(attempts))}
      <span className={css['description']}>{t.median(format.number(medianDurationMillis))}</span>
    </>
  )
}

/** The state, since when, and how long the old secret of a rotation is in use. */
function EndpointState({ endpoint, t, format }: CellProps): ReactNode {
  const { disabled, failingSince, oldSecretEndsAt } = endpoint
  const since = disabled?.at ?? failingSince
  return (
    <>
      <EndpointStateWord endpoint={endpoint} t={t} />
      {since && <span className={`${css['description']} soft`}>{t.states.since(format.date(since))}</span>}
      {oldSecretEndsAt && (
        <span className={`${css['description']} soft`}>{t.states.oldSecret(format.dateTime(oldSecretEndsAt))}</span>
      )}
    </>
  )
}

function EndpointStateWord({ endpoint: { disabled, failingSince }, t }: Omit<CellProps, 'format'>): ReactNode {
  if (disabled) {
    return disabled.reason === 'requested' ? (
      <State icon={<Ban />}>{t.states.requested}</State>
    ) : (
      <State tone="danger" icon={<TriangleAlert />}>
        {t.states[disabled.reason]}
      </State>
    )
  }
  return failingSince ? (
    <State tone="warn" icon={<TriangleAlert />}>
      {t.states.fails}
    </State>
  ) : (
    <State tone="ok" icon={<CircleCheck />}>
      {t.states.enabled}
    </State>
  )
}
