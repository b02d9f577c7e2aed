'use client'

import { KnownErrors, type KnownError } from '@portico/client'
import { useContext, type ReactNode } from 'react'
import { usePasskeySignIn } from './usePasskeySignIn.ts'
import { useTranslate } from '../i18n/language.ts'
import type { Translate } from '../i18n/translate.ts'
import { FailureNotice } from '../parts/Notice.tsx'
import { FormRoot } from '../parts/FormRoot.tsx'
import { Icon } from '../parts/Icon.tsx'
import { useReportProgress } from './auth-progress.ts'
import type { AuthType } from './auth-type.ts'
import { PasskeyAutofillContext } from './passkey-autofill.ts'
import { secondFactorStep, suspensionStep, useSecondFactorStep, useSuspensionStep } from './steps.ts'

/** The props of `PasskeyButton`. */
export interface PasskeyButtonProps {
  /** Passkeys belong to existing accounts, so `sign-up` renders nothing. */
  readonly type: AuthType
}

/** The button that signs in with a passkey, for the host's own pages. */
export function PasskeyButton({ type }: PasskeyButtonProps): ReactNode {
  if (type === 'sign-up') return null
  return (
    <FormRoot>
      <PasskeySignInButton />
    </FormRoot>
  )
}

export function PasskeySignInButton({ isMock = false }: { readonly isMock?: boolean }): ReactNode {
  const t = useTranslate()
  const signIn = usePasskeySignIn({ autofill: useContext(PasskeyAutofillContext) })
  const { phase, error, failure } = signIn
  useReportProgress(phase)
  const secondFactor = useSecondFactorStep(signIn.secondFactor)
  const suspension = useSuspensionStep(signIn.suspension)
  if (secondFactor) return <secondFactorStep.Component step={secondFactor} />
  if (suspension) return <suspensionStep.Component step={suspension} />
  return (
    <div className="portico-provider-place">
      <button
        className="portico-provider"
        type="button"
        data-provider="passkey"
        data-phase={phase}
        aria-disabled={phase === 'idle' ? undefined : true}
        onClick={() => {
          if (!isMock) void signIn.submit()
        }}
      >
        <span className="portico-provider-mark">
          {phase === 'pending' ? (
            <span className="portico-spinner" aria-hidden="true" />
          ) : (
            <Icon name={phase === 'done' ? 'check' : 'passkey'} />
          )}
        </span>
        <span className="portico-provider-name">{t('Sign in with a passkey')}</span>
      </button>
      <span className="portico-visually-hidden" role="status">
        {{ idle: '', pending: t('Waiting for your passkey…'), done: t('Signed in') }[phase]}
      </span>
      {error && (
        <p className="portico-error" role="alert">
          <Icon name="alert" />
          <span>{describePasskeyRefusal(t, error)}</span>
        </p>
      )}
      <FailureNotice failure={failure} />
    </div>
  )
}

/** Messages from browsers and authenticators are for developers. These texts tell visitors what to do. */
function describePasskeyRefusal(t: Translate, refusal: KnownError): string {
  if (KnownErrors.PasskeyWebAuthnError.isInstance(refusal)) {
    if (refusal.details.code === 'ERROR_INVALID_DOMAIN') {
      return t('Browsers refuse passkeys on an IP address. Open this page by its name, such as localhost.')
    }
    return t('The passkey could not be used here. Choose another way to sign in.')
  }
  if (KnownErrors.PasskeyAuthenticationFailed.isInstance(refusal)) {
    return t('The passkey was not accepted. Try again, or choose another way to sign in.')
  }
  return t.error(refusal)
}
