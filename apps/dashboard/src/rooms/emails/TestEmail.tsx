import { Check, Minus, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { useCheckMailServer, type MailServerCheck, type MailServerStep } from '../../data/emails.ts'
import { useSignedInOwner } from '../../data/projects.ts'
import { announce } from '../../kit/announce.ts'
import { Button } from '../../kit/Button.tsx'
import { useFailureText } from '../../kit/failure.ts'
import { Field, FieldError, Input } from '../../kit/Field.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormat } from '../../language/format.ts'
import { emailsTexts } from '../../texts/emails.ts'
import css from './emails.module.css'
import { serverOf, type MailServerForm } from './mail-server-form.ts'

/** Sends a test mail through the server of the form and tells each step. */
export function TestEmail({
  values,
  isComplete,
}: {
  readonly values: MailServerForm
  readonly isComplete: boolean
}): ReactNode {
  const { test: t } = useTexts(emailsTexts)
  const failureText = useFailureText()
  const owner = useSignedInOwner()
  const checkMailServer = useCheckMailServer()
  const [recipientEmail, setRecipientEmail] = useState(owner.primaryEmail ?? '')
  const [check, setCheck] = useState<MailServerCheck | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const send = useAction(async () => {
    const missing = !isComplete ? t.needsValues : values.password === '' ? t.needsPassword : null
    setProblem(missing)
    if (missing !== null) return
    setCheck(null)
    const result = await checkMailServer({ recipientEmail: recipientEmail.trim(), emailConfig: serverOf(values) })
    setCheck(result)
    announce(result.errorMessage ?? t.accepted)
  })
  return (
    <section>
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
            <Field label={t.recipient}>
              <Input type="email" value={recipientEmail} onChange={(event) => setRecipientEmail(event.target.value)} />
            </Field>
            <Button type="submit" phase={send.phase} pendingLabel={t.sending} disabled={recipientEmail.trim() === ''}>
              {t.send}
            </Button>
          </form>
          {problem !== null && <FieldError>{problem}</FieldError>}
          {send.failure !== null && <FieldError>{failureText(send.failure)}</FieldError>}
          {check && (
            <ol className={css['steps']}>
              {check.steps.map((step) => (
                <Step key={step.name} step={step} />
              ))}
            </ol>
          )}
        </>
      )}
    </section>
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
        {message === null ? t.steps[name] : <b className="strong">{message}</b>}
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
