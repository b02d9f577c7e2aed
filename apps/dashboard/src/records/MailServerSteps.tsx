import { Check, Minus, X } from 'lucide-react'
import type { ReactNode } from 'react'

import type { MailServerStep } from '../data/emails.ts'
import { useFormat } from '../language/format.ts'
import { useTexts } from '../language/useTexts.ts'
import { emailsTexts } from '../texts/en/emails.ts'
import { Steps } from './Steps.tsx'

export interface MailServerStepsProps {
  readonly steps: readonly MailServerStep[]
  /** An endpoint has no sign-in. */
  readonly isEndpoint: boolean
}

/** What a test mail has shown about a mail server or an endpoint, step by step. */
export function MailServerSteps({ steps, isEndpoint }: MailServerStepsProps): ReactNode {
  return (
    <Steps>
      {steps
        .filter(({ name }) => !isEndpoint || name !== 'sign_in')
        .map((step) => (
          <Step key={step.name} step={step} />
        ))}
    </Steps>
  )
}

function Step({ step }: { readonly step: MailServerStep }): ReactNode {
  const { test: t } = useTexts(emailsTexts)
  const format = useFormat()
  const { name, state, detail, message, reply, advice, durationMillis } = step
  const isOver = state === 'done' || state === 'failed'
  return (
    <li data-pale={!isOver || undefined}>
      {state === 'done' ? (
        <Check className="ok-text" />
      ) : state === 'failed' ? (
        <X className="danger-text" />
      ) : (
        <Minus />
      )}
      <div>
        {message === null ? (state === 'done' ? t.done : t.steps)[name] : <b className="strong">{message}</b>}
        <span className="sr"> ({t.states[state]})</span>
        {detail !== null && (
          <p>
            <bdi>{detail}</bdi>
          </p>
        )}
        {reply !== null && (
          <p className="mono">
            <bdi>{reply}</bdi>
          </p>
        )}
        {advice !== null && <p>{advice}</p>}
      </div>
      <span className="small soft num">
        {durationMillis === null ? t.states[state] : t.millis(format.number(durationMillis))}
      </span>
    </li>
  )
}
