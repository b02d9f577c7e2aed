import { Check, Minus, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { useCheckMailServer, type MailServerCheck, type MailServerStep } from '../../data/emails.ts'
import { useSignedInOwner } from '../../data/projects.ts'
import { announce } from '../../kit/announce.ts'
import { Button } from '../../kit/Button.tsx'
import { describeEmailProblem, findEmailProblem } from '../../kit/email.ts'
import { useFailureText } from '../../kit/failure.ts'
import { Field, FieldError, Input } from '../../kit/Field.tsx'
import { useAction } from '@portico/ui/form/useAction'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { emailsTexts } from '../../texts/en/emails.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import css from './emails.module.css'
import { serverOf, type MailServerForm } from './mail-server-form.ts'

/** Sends a test mail through the server of the form and shows each step. */
export function TestEmail({
  values,
  isComplete,
  onIncomplete,
}: {
  readonly values: MailServerForm
  readonly isComplete: boolean
  /** Shows what is missing beside the fields of the form. */
  readonly onIncomplete: () => void
}): ReactNode {
  const { test: t } = useTexts(emailsTexts)
  const { problems } = useTexts(kitTexts)
  const failureText = useFailureText()
  const owner = useSignedInOwner()
  const checkMailServer = useCheckMailServer()
  const [recipientEmail, setRecipientEmail] = useState(owner.primaryEmail ?? '')
  const [tested, setTested] = useState<{ readonly check: MailServerCheck; readonly values: MailServerForm } | null>(
    null,
  )
  const [problem, setProblem] = useState<string | null>(null)
  const [hasTried, setTried] = useState(false)
  const recipientProblem = findEmailProblem(recipientEmail, { isAnyHostAllowed: true })
  const send = useAction(async () => {
    setTried(true)
    if (recipientProblem) return
    const missing = !isComplete ? t.needsValues : values.password === '' ? t.needsPassword : null
    setProblem(missing)
    if (!isComplete) onIncomplete()
    if (missing !== null) return
    setTested(null)
    const check = await checkMailServer({ recipientEmail: recipientEmail.trim(), emailConfig: serverOf(values) })
    setTested({ check, values })
    announce(check.errorMessage ?? t.accepted)
  })
  return (
    <section className={css['test']}>
      <h2>{t.title}</h2>
      <p className="soft">{values.type === 'shared' ? t.leadShared : t.lead}</p>
      {values.type === 'standard' && (
        <>
          <form
            noValidate
            className={css['send']}
            onSubmit={(event) => {
              event.preventDefault()
              void send.run()
            }}
          >
            <Field
              label={t.recipient}
              error={
                hasTried && recipientProblem ? describeEmailProblem(recipientProblem, t.recipient, problems) : null
              }
            >
              <Input
                type="email"
                dir="ltr"
                spellCheck={false}
                value={recipientEmail}
                onChange={(event) => setRecipientEmail(event.target.value)}
              />
            </Field>
            <Button type="submit" phase={send.phase === 'pending' ? 'pending' : 'idle'} pendingLabel={t.sending}>
              {t.send}
            </Button>
          </form>
          {problem !== null && <FieldError>{problem}</FieldError>}
          {send.failure !== null && <FieldError>{failureText(send.failure)}</FieldError>}
          {tested && (
            <>
              <ol className={css['steps']}>
                {tested.check.steps.map((step) => (
                  <Step key={step.name} step={step} />
                ))}
              </ol>
              {!areEqual(tested.values, values) && <p className={css['outdated']}>{t.outdated}</p>}
            </>
          )}
        </>
      )}
    </section>
  )
}

function areEqual(one: MailServerForm, other: MailServerForm): boolean {
  return JSON.stringify(serverOf(one)) === JSON.stringify(serverOf(other))
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
