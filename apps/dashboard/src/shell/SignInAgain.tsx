import { useState, type ReactNode } from 'react'

import { useSignedInOwner } from '../data/projects.ts'
import { signInAgain } from '../data/session.ts'
import { Button, LinkButton } from '../kit/Button.tsx'
import { useFailureText } from '../kit/failure.ts'
import { Field, FieldError, Input } from '../kit/Field.tsx'
import { focusAtMount } from '../kit/focus.ts'
import { useAction } from '../kit/useAction.ts'
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

function SignInAgain({ onSignedIn }: { readonly onSignedIn: () => void }): ReactNode {
  const { signInAgain: t } = useTexts(shellTexts)
  const failureText = useFailureText()
  const owner = useSignedInOwner()
  const hasPassword = owner.hasPassword && owner.primaryEmail !== null
  const hasPasskey = owner.passkeyAuthEnabled
  const [method, setMethod] = useState<'password' | 'passkey'>(hasPassword ? 'password' : 'passkey')
  const [password, setPassword] = useState('')
  const signIn = useAction(async () => {
    await signInAgain(owner, method === 'passkey' ? { method } : { method, password })
    onSignedIn()
  })
  const button = (
    <Button
      variant="primary"
      phase={signIn.phase}
      pendingLabel={t.pending}
      disabled={method === 'password' && password === ''}
      onClick={() => void signIn.run()}
    >
      {t.submit}
    </Button>
  )
  if (!hasPassword && !hasPasskey) return <FieldError>{t.other}</FieldError>
  return (
    <div className="again" role="group" aria-label={t.submit}>
      <p role="alert">{t[method]}</p>
      {method === 'password' && (
        <Field label={t.label} error={signIn.failure === null ? null : failureText(signIn.failure)}>
          <Input
            type="password"
            autoComplete="current-password"
            ref={focusAtMount}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // The form around it would repeat the act without the sign-in.
              event.preventDefault()
              if (password !== '') void signIn.run()
            }}
          />
        </Field>
      )}
      {method === 'passkey' && signIn.failure !== null && <FieldError>{failureText(signIn.failure)}</FieldError>}
      <div className="row">
        {button}
        {hasPassword && hasPasskey && (
          <LinkButton onClick={() => setMethod(method === 'password' ? 'passkey' : 'password')}>
            {method === 'password' ? t.usePasskey : t.usePassword}
          </LinkButton>
        )}
      </div>
    </div>
  )
}
