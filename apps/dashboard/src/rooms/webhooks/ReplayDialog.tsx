import { fill } from '@portico/ui/language/fill'
import { useState, type ReactNode } from 'react'

import { webhookDeliveries, type WebhookEndpoint } from '../../data/webhooks.ts'
import { showToast } from '../../kit/toast.ts'
import { useFormat } from '../../language/format.ts'
import { choice } from '../../page/form/fields.tsx'
import { FormDialog } from '../../page/form/FormDialog.tsx'
import type { WebhooksTexts } from '../../texts/en/webhooks.ts'
import type { DeliveriesSearch } from './address.ts'
import { withoutScheme } from './delivery-list.ts'

const DAY_MILLIS = 86_400_000

const stateOptions = ['both', 'failed', 'skipped'] as const
const sinceOptions = ['today', 'day', 'week', 'month'] as const

/** Replays the failed or skipped deliveries of an endpoint since a moment. It starts with the filters of the list. */
export function ReplayDialog({
  endpoints,
  search,
  t: texts,
  onClose,
}: {
  readonly endpoints: readonly WebhookEndpoint[]
  readonly search: DeliveriesSearch
  readonly t: WebhooksTexts
  readonly onClose: () => void
}): ReactNode {
  const { replayAll: t } = texts.deliveries
  const format = useFormat()
  const replay = webhookDeliveries.useChange('replayAll')
  const [queued, setQueued] = useState<number | null>(null)
  const enabled = endpoints.filter(({ isEnabled }) => isEnabled)
  const filtered = endpoints.find(({ id }) => id === search.endpoint)
  const first = filtered ?? enabled[0]
  const state = search.state === 'failed' || search.state === 'skipped' ? search.state : 'both'
  return (
    <FormDialog
      title={t.title}
      lead={t.lead}
      pending="sending"
      fields={{
        endpointId: choice({
          label: t.endpoint,
          initial: first?.id ?? '',
          options: enabled.map(({ id, url }) => ({ value: id, label: withoutScheme(url) })),
        }),
        states: choice({
          label: t.states,
          initial: state,
          options: stateOptions.map((value) => ({ value, label: t.stateOptions[value] })),
        }),
        since: choice({
          label: t.since,
          initial: 'day',
          options: sinceOptions.map((value) => ({ value, label: t.sinceOptions[value] })),
        }),
      }}
      {...(!first?.isEnabled && { instead: <p>{first ? fill(t.disabled, { url: urlOf(first) }) : t.noEndpoint}</p> })}
      onSubmit={({ endpointId, since, states }) =>
        replay(endpointId, {
          since: startOf(since),
          states: states === 'both' ? ['failed', 'skipped'] : [states],
          onProgress: setQueued,
        })
      }
      onDone={(count) => {
        showToast({ text: t.done(count, format.number(count)) })
        onClose()
      }}
      onClose={onClose}
    >
      {queued !== null && (
        <p role="status" className="soft">
          {t.progress(queued, format.number(queued))}
        </p>
      )}
    </FormDialog>
  )
}

function urlOf({ url }: WebhookEndpoint): ReactNode {
  return (
    <bdi className="mono strong" dir="ltr">
      {url}
    </bdi>
  )
}

function startOf(since: (typeof sinceOptions)[number]): Date {
  const now = new Date()
  if (since === 'today') return new Date(now.getFullYear(), now.getMonth(), now.getDate())
  const days = { day: 1, week: 7, month: 30 }
  return new Date(now.getTime() - days[since] * DAY_MILLIS)
}
