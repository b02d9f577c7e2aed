import { MAGIC_LINK_CODE_CHARACTERS, TOTP_DIGITS } from '@portico/client/admin'
import { isPasskeyCeremonyAborted } from '@portico/react'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'

import { useSignedInOwner } from '../data/projects.ts'
import {
  sendSignInCode,
  signInAgain,
  SignInAgainRefused,
  useRecentSignInMethods,
  type RecentSignIn,
} from '../data/session.ts'
import type { RecentSignInMethod } from '../data/recent-sign-in-methods.ts'
import { announce } from '../kit/announce.ts'
import { Button, LinkButton } from '../kit/Button.tsx'
import { useFailureText } from '../kit/failure.ts'
import { Field, FieldError, Input } from '../kit/Field.tsx'
import { focusAtMount } from '../kit/focus.ts'
import { Failed } from '../kit/States.tsx'
import { useAction } from '@portico/ui/form/useAction'
import { fill } from '@portico/ui/language/fill'
import { useTexts } from '../language/useTexts.ts'
import { shellTexts } from '../texts/en/shell.ts'

/** What the owner sees next. A code and the second factor come after another step. */
type Step =
  | { readonly kind: RecentSignInMethod }
  | { readonly kind: 'code'; readonly nonce: string }
  | { readonly kind: 'second-factor'; readonly attemptCode: string }

const codeLengths = { code: MAGIC_LINK_CODE_CHARACTERS, 'second-factor': TOTP_DIGITS } as const

export interface SignInAgainProps {
  readonly onSignedIn: () => void
  /** The session has ended, so that its dialog has the title. */
  readonly hasEnded?: boolean
}

/** Lets the owner sign in again in the place of a failed action. */
export function SignInAgain({ onSignedIn, hasEnded = false }: SignInAgainProps): ReactNode {
  const { signInAgain: recent, sessionEnded } = useTexts(shellTexts)
  const t = hasEnded ? { ...recent, ...sessionEnded } : recent
  const failureText = useFailureText()
  const owner = useSignedInOwner()
  const methods = useRecentSignInMethods(owner)
  const [chosen, setChosen] = useState<Step | null>(null)
  const [typed, setTyped] = useState('')
  const place = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const attach = useCallback((element: HTMLInputElement | null) => {
    input.current = element
    focusAtMount(element)
  }, [])
  const [first] = methods.data ?? []
  const step = chosen ?? (first ? { kind: first } : null)
  const show = (next: Step | null): void => {
    setTyped('')
    setChosen(next)
  }
  const go = useAction(async (on: Step, proof: string) => {
    if (on.kind === 'mail') {
      show({ kind: 'code', nonce: await sendSignInCode(owner) })
      return
    }
    try {
      const attemptCode = await signInAgain(owner, proofOf(on, proof))
      if (attemptCode === null) onSignedIn()
      else show({ kind: 'second-factor', attemptCode })
    } catch (error) {
      if (isCodeStep(on)) setTyped('')
      if (error instanceof SignInAgainRefused && error.reason === 'expired') show(null)
      throw error
    }
  })
  const { failure: refusal } = go
  const kindNow = step?.kind
  useEffect(() => {
    // On a phone, the dialog is longer than the screen.
    if (kindNow !== undefined) place.current?.scrollIntoView({ block: 'nearest' })
  }, [kindNow, refusal])
  if (methods.isError && !methods.data) {
    return (
      <Failed
        title={t.title}
        error={methods.error}
        onRetry={() => void methods.refetch()}
        isRetrying={methods.isFetching}
      />
    )
  }
  if (!methods.data) return null
  if (!step) return <FieldError>{t.other}</FieldError>
  const run = (proof: string): void => void go.run(step, proof)
  /** Reads the field, because password managers can fill it without an event. */
  const submit = (): void => {
    const proof = input.current?.value ?? ''
    if (proof === '' && typedKind !== null) input.current?.focus()
    else run(proof)
  }
  const codeLength = isCodeStep(step) ? codeLengths[step.kind] : null
  const { kind } = step
  const typedKind = kind === 'password' || kind === 'code' || kind === 'second-factor' ? kind : null
  const failure = isPasskeyCeremonyAborted(go.failure) ? null : sentenceOf(go.failure)
  const others = methods.data.filter((method) => method !== step.kind && !(method === 'mail' && step.kind === 'code'))

  function sentenceOf(error: unknown): string | null {
    if (error === null) return null
    return error instanceof SignInAgainRefused ? t.refused[error.reason] : failureText(error)
  }
  function type(text: string): void {
    if (codeLength === null) {
      setTyped(text)
      return
    }
    const code = text
      .toUpperCase()
      .replaceAll(/[^\dA-Z]/g, '')
      .slice(0, codeLength)
    setTyped(code)
    if (code.length === codeLength) run(code)
  }
  function change(next: Step): void {
    go.reset()
    show(next)
  }

  return (
    <div ref={place} className="again" role="group" aria-label={t.title}>
      <p role="alert">
        {!hasEnded && <b>{t.title} </b>}
        {fill(t[step.kind], { email: <bdi className="strong">{owner.primaryEmail}</bdi> })}
      </p>
      {typedKind !== null ? (
        <Field key={typedKind} label={t.labels[typedKind]} error={failure}>
          <Input
            ref={attach}
            className={codeLength === null ? '' : 'mono again-code'}
            dir="ltr"
            spellCheck={false}
            type={codeLength === null ? 'password' : 'text'}
            autoComplete={codeLength === null ? 'current-password' : 'one-time-code'}
            autoCapitalize={step.kind === 'code' ? 'characters' : undefined}
            inputMode={step.kind === 'second-factor' ? 'numeric' : undefined}
            readOnly={go.phase === 'pending'}
            value={typed}
            onChange={(event) => type(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // The form around it would repeat the act without the sign-in.
              event.preventDefault()
              submit()
            }}
          />
        </Field>
      ) : (
        failure !== null && <FieldError>{failure}</FieldError>
      )}
      <div className="row again-acts">
        <Button
          variant="primary"
          // Show no tick: the next step has already replaced this one.
          phase={go.phase === 'pending' ? 'pending' : 'idle'}
          pendingLabel={step.kind === 'mail' ? t.sending : t.pending}
          disabled={codeLength !== null && typed.length < codeLength}
          onClick={submit}
        >
          {step.kind === 'mail' ? t.send : t.submit}
        </Button>
        {step.kind === 'code' && (
          <LinkButton
            onClick={() => void go.run({ kind: 'mail' }, '').then((isSent) => isSent && announce(t.sentAgain))}
          >
            {t.sendAgain}
          </LinkButton>
        )}
        {others.map((other) => (
          <LinkButton key={other} onClick={() => change({ kind: other })}>
            {t.use[other]}
          </LinkButton>
        ))}
      </div>
    </div>
  )
}

function isCodeStep(step: Step): step is Extract<Step, { kind: 'code' | 'second-factor' }> {
  return step.kind === 'code' || step.kind === 'second-factor'
}

function proofOf(step: Step, typed: string): RecentSignIn {
  if (step.kind === 'code') return { method: 'code', code: typed, nonce: step.nonce }
  if (step.kind === 'second-factor') return { method: 'second-factor', totp: typed, attemptCode: step.attemptCode }
  return step.kind === 'password' ? { method: 'password', password: typed } : { method: 'passkey' }
}
