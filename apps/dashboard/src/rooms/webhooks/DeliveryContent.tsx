import { Check, Clock, X } from 'lucide-react'
import type { ReactNode } from 'react'

import type { WebhookAttempt, WebhookDeliveryWithAttempts, WebhookEndpoint } from '../../data/webhooks.ts'
import { CodeBlock } from '../../kit/CodeBlock.tsx'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/useTexts.ts'
import { Steps } from '../../records/Steps.tsx'
import { webhooksTexts } from '../../texts/en/webhooks.ts'
import css from './webhooks.module.css'

/** The headers of each request, before the headers in the settings of the endpoint. */
const ownHeaders = [
  'content-type',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'svix-id',
  'svix-timestamp',
  'svix-signature',
]

export interface DeliveryPartProps {
  readonly delivery: WebhookDeliveryWithAttempts
  readonly endpoint: WebhookEndpoint | undefined
}

/** When each attempt began, what was answered, and how long that took. */
export function Attempts({ delivery: { state, tries } }: Pick<DeliveryPartProps, 'delivery'>): ReactNode {
  const { deliveries: t } = useTexts(webhooksTexts)
  return (
    <section className={css['part']} aria-label={t.columns.attempts}>
      <h3>{t.columns.attempts}</h3>
      {tries.length === 0 ? (
        <p className="soft">{t.noAttempt}</p>
      ) : (
        <Steps reversed>
          {tries.map((one) => (
            <Attempt key={one.attempt} attempt={one} isRunning={state === 'pending' && one === tries[0]} />
          ))}
        </Steps>
      )}
    </section>
  )
}

function Attempt({
  attempt: { attempt, durationMillis, error, startedAt, status },
  isRunning,
}: {
  readonly attempt: WebhookAttempt
  /** The delivery is pending and this is its latest attempt, which may have ended. */
  readonly isRunning: boolean
}): ReactNode {
  const { deliveries: t } = useTexts(webhooksTexts)
  const format = useFormat()
  const hasEnded = durationMillis !== null
  return (
    <li value={attempt}>
      {!hasEnded ? <Clock /> : error === null ? <Check className="ok-text" /> : <X className="danger-text" />}
      <div>
        <b className="strong">
          {!hasEnded
            ? isRunning
              ? t.running
              : t.unfinished
            : status === null
              ? t.noAnswer
              : t.answered(String(status))}
        </b>
        {error !== null && isExplained(status) && (
          <p>
            <bdi>{error}</bdi>
          </p>
        )}
        <p className="num">{format.exact(startedAt)}</p>
      </div>
      {hasEnded && <span className="small soft num">{t.millis(format.number(durationMillis))}</span>}
    </li>
  )
}

/** Whether the sentence of a failure says more than its status. */
function isExplained(status: number | null): boolean {
  return status === null || (status >= 300 && status < 400)
}

/** What is sent, with the names of the headers. */
export function Sent({ delivery: { attempts, payload, state, url }, endpoint }: DeliveryPartProps): ReactNode {
  const { deliveries: t } = useTexts(webhooksTexts)
  const { pathname, search } = new URL(url)
  return (
    <section className={css['part']} aria-label={t.request}>
      <h3>{t.request}</h3>
      <p className="small soft">
        {t.headers}: <bdi className="mono">{[...ownHeaders, ...(endpoint?.headerNames ?? [])].join(', ')}</bdi>
      </p>
      {payload === null ? (
        <p className="soft">{attempts === 0 && state !== 'erased' ? t.payloadLater : t.noPayload}</p>
      ) : (
        <CodeBlock title={`POST ${pathname}${search}`} code={printJson(payload)} isWrapped />
      )}
    </section>
  )
}

/** The beginning of the answer to the last attempt. */
export function Answer({ delivery: { tries } }: Pick<DeliveryPartProps, 'delivery'>): ReactNode {
  const { deliveries: t } = useTexts(webhooksTexts)
  const format = useFormat()
  const last = tries.find(({ status }) => status !== null)
  if (!last) return null
  return (
    <section className={css['part']} aria-label={t.answer}>
      <h3>{t.answer}</h3>
      {last.answer ? (
        <CodeBlock
          title={t.answerTitle(String(last.status), format.number(last.durationMillis ?? 0))}
          code={last.answer}
          isWrapped
        />
      ) : (
        <p className="soft">{t.noAnswerText}</p>
      )}
    </section>
  )
}

/**
 * The payload as a person reads it. Characters that change the direction of a line are escaped, so that a name cannot
 * reorder the text.
 */
function printJson(payload: string): string {
  return JSON.stringify(JSON.parse(payload), null, 2).replaceAll(
    /\p{Bidi_Control}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
