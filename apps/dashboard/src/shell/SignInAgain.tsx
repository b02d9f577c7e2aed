import { MAGIC_LINK_CODE_CHARACTERS, TOTP_DIGITS } from '@portico/client/admin'
import { isPasskeyCeremonyAborted } from '@portico/react'
import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'

import { useSignedInOwner } from '../data/projects.ts'
import {
  sendSignInCode,
  signInAgain,
  SignInAgainRefused,
  useRecentSignInMethods,
  type Owner,
  type RecentSignIn,
} from '../data/session.ts'
import type { RecentSignInMethod } from '../data/recent-sign-in-methods.ts'
import { announce } from '../kit/announce.ts'
import { Button, LinkButton } from '../kit/Button.tsx'
import { useFailureText } from '../kit/failure.ts'
import { Field, FieldError, Input } from '../kit/Field.tsx'
import { focusAtMount } from '../kit/focus.ts'
import { Failed } from '../kit/States.tsx'
import { useAction, type Action } from '@portico/ui/form/useAction'
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

/** Lets the owner sign in again where an action has failed. */
export function SignInAgain({ onSignedIn, hasEnded = false }: SignInAgainProps): ReactNode {
  const { signInAgain: recent, sessionEnded } = useTexts(shellTexts)
  const t = hasEnded ? { ...recent, ...sessionEnded } : recent
  const failureText = useFailureText()
  const owner = useSignedInOwner()
  const methods = useRecentSignInMethods(owner)
  const [first] = methods.data ?? []
  const { step, go, show, typed, setTyped, input, attach } = useProof(owner, first, onSignedIn)
  const place = useRef<HTMLDivElement>(null)
  const { failure: refusal } = go
  const kindNow = step?.kind
  useEffect(() => {
    // On a phone, the dialog is longer than the screen.
    if (kindNow !== undefined) place.current?.scrollIntoView({ block: 'nearest' })
  }, [kindNow, refusal])
  if (methods.isError && !methods.data) {
    const { error, isFetching, refetch } = methods
    return <Failed title={t.title} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
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
    const code = codeLength === null ? text : cleanCode(text, codeLength)
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
        <ProofField
          key={typedKind}
          kind={typedKind}
          label={t.labels[typedKind]}
          error={failure}
          isBusy={go.phase === 'pending'}
          attach={attach}
          value={typed}
          onType={type}
          onSubmit={submit}
        />
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

interface Proof {
  /** Null: the owner has no way to prove who they are here. */
  readonly step: Step | null
  readonly go: Action<[on: Step, proof: string]>
  readonly show: (next: Step) => void
  readonly typed: string
  readonly setTyped: (typed: string) => void
  readonly input: RefObject<HTMLInputElement | null>
  readonly attach: (element: HTMLInputElement | null) => void
}

/** The steps of a proof: a mailed code follows the mail, and a second factor follows a password. */
function useProof(owner: Owner, first: RecentSignInMethod | undefined, onSignedIn: () => void): Proof {
  const [chosen, setChosen] = useState<Step | null>(null)
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const attach = useCallback((element: HTMLInputElement | null) => {
    input.current = element
    focusAtMount(element)
  }, [])
  const show = (next: Step | null): void => {
    setTyped('')
    setChosen(next)
  }
  const go = useAction(
    async (on: Step, proof: string): Promise<Step | 'signed-in'> => {
      if (on.kind === 'mail') return { kind: 'code', nonce: await sendSignInCode(owner) }
      try {
        const attemptCode = await signInAgain(owner, proofOf(on, proof))
        return attemptCode === null ? 'signed-in' : { kind: 'second-factor', attemptCode }
      } catch (error) {
        if (isCodeStep(on)) setTyped('')
        if (error instanceof SignInAgainRefused && error.reason === 'expired') show(null)
        throw error
      }
    },
    (next) => {
      if (next === 'signed-in') onSignedIn()
      else show(next)
    },
  )
  const { reset } = go
  // A sign-in that ends after its dialog was closed does not repeat the act.
  useEffect(() => reset, [reset])
  return { step: chosen ?? (first ? { kind: first } : null), go, show, typed, setTyped, input, attach }
}

interface ProofFieldProps {
  readonly kind: 'password' | 'code' | 'second-factor'
  readonly label: string
  readonly error: string | null
  readonly isBusy: boolean
  readonly attach: (element: HTMLInputElement | null) => void
  readonly value: string
  readonly onType: (text: string) => void
  readonly onSubmit: () => void
}

/** The password or the code that proves who the owner is. */
function ProofField({ kind, label, error, isBusy, attach, value, onType, onSubmit }: ProofFieldProps): ReactNode {
  const isPassword = kind === 'password'
  return (
    <Field label={label} error={error}>
      <Input
        ref={attach}
        className={isPassword ? '' : 'mono again-code'}
        dir="ltr"
        spellCheck={false}
        type={isPassword ? 'password' : 'text'}
        autoComplete={isPassword ? 'current-password' : 'one-time-code'}
        autoCapitalize={kind === 'code' ? 'characters' : undefined}
        inputMode={kind === 'second-factor' ? 'numeric' : undefined}
        readOnly={isBusy}
        value={value}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // The form around it would repeat the act without the sign-in.
          event.preventDefault()
          onSubmit()
        }}
      />
    </Field>
  )
}

function cleanCode(text: string, length: number): string {
  return text
    .toUpperCase()
    .replaceAll(/[^\dA-Z]/g, '')
    .slice(0, length)
}

function isCodeStep(step: Step): step is Extract<Step, { kind: 'code' | 'second-factor' }> {
  return step.kind === 'code' || step.kind === 'second-factor'
}

function proofOf(step: Step, typed: string): RecentSignIn {
  if (step.kind === 'code') return { method: 'code', code: typed, nonce: step.nonce }
  if (step.kind === 'second-factor') return { method: 'second-factor', totp: typed, attemptCode: step.attemptCode }
  return step.kind === 'password' ? { method: 'password', password: typed } : { method: 'passkey' }
}
