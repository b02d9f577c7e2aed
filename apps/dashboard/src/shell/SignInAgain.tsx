import { isPasskeyCeremonyAborted } from '@portico/react'
import { useState, type ReactNode } from 'react'

import { useSignedInOwner } from '../data/projects.ts'
import { sendSignInCode, signInAgain, type RecentSignIn } from '../data/session.ts'
import { Button, LinkButton } from '../kit/Button.tsx'
import { useFailureText } from '../kit/failure.ts'
import { Field, FieldError, Input } from '../kit/Field.tsx'
import { focusAtMount } from '../kit/focus.ts'
import { useAction } from '../kit/useAction.ts'
import { fill } from '../language/fill.tsx'
import { useTexts } from '../language/define-texts.ts'
import { shellTexts } from '../texts/shell.ts'

interface FailureProps {
  /** What the act threw; null shows nothing. */
  readonly failure: unknown
  /** Repeats the act. */
  readonly onRepeat: () => void
}

/** Why an act failed. If it requires a recent sign-in, the owner signs in again here, and the act is repeated. */
export function ActFailure({ failure, onRepeat }: FailureProps): ReactNode {
  const failureText = useFailureText()
  if (failure === null) return null
  if (!needsRecentSignIn(failure)) return <FieldError>{failureText(failure)}</FieldError>
  return <SignInAgain onSignedIn={onRepeat} />
}

function needsRecentSignIn(failure: unknown): boolean {
  return (failure as { errorCode?: unknown } | null)?.errorCode === 'RECENT_SIGN_IN_REQUIRED'
}

/** What the owner sees next. A code and the second factor come after another step. */
type Step =
  | { readonly kind: 'password' | 'passkey' | 'mail' }
  | { readonly kind: 'code'; readonly nonce: string }
  | { readonly kind: 'second-factor'; readonly attemptCode: string }

function SignInAgain({ onSignedIn }: { readonly onSignedIn: () => void }): ReactNode {
  const { signInAgain: t } = useTexts(shellTexts)
  const failureText = useFailureText()
  const owner = useSignedInOwner()
  const methods = methodsOf(owner)
  const [step, setStep] = useState<Step | null>(methods[0] ? { kind: methods[0] } : null)
  const [typed, setTyped] = useState('')
  const show = (next: Step): void => {
    setTyped('')
    setStep(next)
  }
  const go = useAction(async () => {
    if (!step) return
    if (step.kind === 'mail') {
      show({ kind: 'code', nonce: await sendSignInCode(owner) })
      return
    }
    const attemptCode = await signInAgain(owner, proofOf(step, typed))
    if (attemptCode === null) onSignedIn()
    else show({ kind: 'second-factor', attemptCode })
  })
  if (!step) return <FieldError>{t.other}</FieldError>
  const isTyped = step.kind === 'password' || step.kind === 'code' || step.kind === 'second-factor'
  const failure = go.failure === null || isPasskeyCeremonyAborted(go.failure) ? null : failureText(go.failure)
  return (
    <div className="again" role="group" aria-label={t.title}>
      <p role="alert">
        <b>{t.title}</b> {fill(t[step.kind], { email: <bdi className="strong">{owner.primaryEmail}</bdi> })}
      </p>
      {isTyped ? (
        <Field key={step.kind} label={t.labels[step.kind]} error={failure}>
          <Input
            ref={focusAtMount}
            dir="ltr"
            spellCheck={false}
            type={step.kind === 'password' ? 'password' : 'text'}
            autoComplete={step.kind === 'password' ? 'current-password' : 'one-time-code'}
            inputMode={step.kind === 'second-factor' ? 'numeric' : undefined}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // The form around it would repeat the act without the sign-in.
              event.preventDefault()
              if (typed !== '') void go.run()
            }}
          />
        </Field>
      ) : (
        failure !== null && <FieldError>{failure}</FieldError>
      )}
      <div className="row">
        <Button
          variant="primary"
          // A tick would be that of a step which the next one has replaced.
          phase={go.phase === 'pending' ? 'pending' : 'idle'}
          pendingLabel={step.kind === 'mail' ? t.sending : t.pending}
          disabled={isTyped && typed === ''}
          onClick={() => void go.run()}
        >
          {step.kind === 'mail' ? t.send : t.submit}
        </Button>
        {methods
          .filter((method) => method !== step.kind && !(method === 'mail' && step.kind === 'code'))
          .map((method) => (
            <LinkButton
              key={method}
              onClick={() => {
                go.reset()
                show({ kind: method })
              }}
            >
              {t.use[method]}
            </LinkButton>
          ))}
      </div>
    </div>
  )
}

function methodsOf({
  hasPassword,
  otpAuthEnabled,
  passkeyAuthEnabled,
  primaryEmail,
}: ReturnType<typeof useSignedInOwner>): ('password' | 'passkey' | 'mail')[] {
  return [
    ...(hasPassword && primaryEmail !== null ? (['password'] as const) : []),
    ...(passkeyAuthEnabled ? (['passkey'] as const) : []),
    ...(otpAuthEnabled && primaryEmail !== null ? (['mail'] as const) : []),
  ]
}

function proofOf(step: Step, typed: string): RecentSignIn {
  if (step.kind === 'code') return { method: 'code', code: typed, nonce: step.nonce }
  if (step.kind === 'second-factor') return { method: 'second-factor', totp: typed, attemptCode: step.attemptCode }
  return step.kind === 'password' ? { method: 'password', password: typed } : { method: 'passkey' }
}
