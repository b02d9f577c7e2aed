import { Link, useParams } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import {
  repeatsDeliveryAfter,
  useWebhookEndpoints,
  webhookDeliveries,
  webhookEndpoints,
  type WebhookDeliveryWithAttempts,
  type WebhookEndpoint,
} from '../../data/webhooks.ts'
import { announce } from '../../kit/announce.ts'
import { Button, buttonLook } from '../../kit/Button.tsx'
import { CopyButton } from '../../kit/CopyButton.tsx'
import { May } from '../../kit/May.tsx'
import { PropertyRow, Rows } from '../../kit/Rows.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { Note } from '../../kit/States.tsx'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/useTexts.ts'
import { RecordDrawer } from '../../page/RecordDrawer.tsx'
import { useAct } from '../../page/useAct.tsx'
import { useListPage } from '../../page/useListPage.ts'
import { webhooksTexts } from '../../texts/en/webhooks.ts'
import { Answer, Attempts, Sent, type DeliveryPartProps } from './DeliveryContent.tsx'
import { Response } from './delivery-columns.tsx'
import { deliveryList } from './delivery-list.ts'
import css from './webhooks.module.css'

/** One delivery: its attempts, what was sent and what was answered. */
export function DeliveryDrawer(): ReactNode {
  const shown = useListPage(deliveryList)
  const { deliveries: t } = shown.context.t
  const { deliveryId } = useParams({ from: '/owner/projects/$projectId/webhooks/deliveries/$deliveryId' })
  const query = webhookDeliveries.useRead('one', [deliveryId], { repeatsAfter: repeatsDeliveryAfter })
  const endpoints = useWebhookEndpoints().data?.rows
  const endpointOf = ({ endpointId }: WebhookDeliveryWithAttempts): WebhookEndpoint | undefined =>
    endpoints?.find(({ id }) => id === endpointId)
  const replayDelivery = webhookDeliveries.useChange('replay')
  const [replayedId, setReplayedId] = useState<string | null>(null)
  const replay = useAct(async (id: string) => {
    setReplayedId(id)
    await replayDelivery(id)
    announce(t.replayed)
  })
  return (
    <RecordDrawer
      shown={shown}
      query={query}
      kind={t.kind}
      missing={{ title: t.notFound, text: t.notFoundText }}
      failed={t.oneFailed}
      titleOf={({ eventType }) => eventType}
      note={(delivery) => (
        <Response delivery={delivery} endpoint={endpointOf(delivery)} t={t} format={shown.context.format} />
      )}
      action={(delivery) =>
        delivery &&
        isReplayable(delivery, endpointOf(delivery)) && (
          <May right={webhookDeliveries.rights.replay}>
            <Button
              variant="primary"
              phase={replay.isPending ? 'pending' : 'idle'}
              onClick={() => replay.run(delivery.id)}
            >
              <RotateCcw />
              {t.replay}
            </Button>
          </May>
        )
      }
      skeleton={<RowsSkeleton isFlush count={5} />}
    >
      {(delivery) => (
        <>
          {replayedId === delivery.id && replay.failure}
          <Details delivery={delivery} endpoint={endpointOf(delivery)} />
          <Attempts delivery={delivery} />
          <Sent delivery={delivery} endpoint={endpointOf(delivery)} />
          <Answer delivery={delivery} />
        </>
      )}
    </RecordDrawer>
  )
}

/** The service sends the stored bytes again, to an enabled endpoint. */
function isReplayable(
  { attempts, payload, state }: WebhookDeliveryWithAttempts,
  endpoint: WebhookEndpoint | undefined,
): boolean {
  return state !== 'erased' && (payload !== null || attempts === 0) && endpoint?.isEnabled === true
}

function Details({ delivery, endpoint }: DeliveryPartProps): ReactNode {
  const { columns, deliveries: t } = useTexts(webhooksTexts)
  const format = useFormat()
  const { createdAt, messageId, state, url } = delivery
  const explained =
    state === 'pending' ? endpoint?.disabled && t.explained.waits : state === 'delivered' ? null : t.explained[state]
  return (
    <>
      {endpoint?.disabled && state !== 'erased' && (
        <Note
          tone="warn"
          actions={
            <May right={webhookEndpoints.rights.enable}>
              <EnableLink endpoint={endpoint} label={t.enable} />
            </May>
          }
        >
          {t.disabled}
        </Note>
      )}
      {explained && <p className="soft">{explained}</p>}
      <Rows isFlush>
        <PropertyRow label={columns.endpoint}>
          <bdi className={`mono ${css['whole']}`}>{url}</bdi>
        </PropertyRow>
        <PropertyRow label={t.message} action={<CopyButton text={messageId} what={t.message} />}>
          <bdi className={`mono ${css['whole']}`}>{messageId}</bdi>
        </PropertyRow>
        <PropertyRow label={t.columns.time}>{format.exact(createdAt)}</PropertyRow>
      </Rows>
    </>
  )
}

function EnableLink({
  endpoint: { id },
  label,
}: {
  readonly endpoint: WebhookEndpoint
  readonly label: string
}): ReactNode {
  return (
    <Link
      from="/projects/$projectId/webhooks/deliveries/$deliveryId"
      to="/projects/$projectId/webhooks"
      search={{ enable: id }}
      {...buttonLook({ size: 'small' })}
    >
      {label}
    </Link>
  )
}
