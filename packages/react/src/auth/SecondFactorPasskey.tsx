'use client'

import { isPasskeyCeremonyAborted } from '@portico/client'
import type { ReactNode } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import type { SecondFactorStep } from '../hooks/useSecondFactor.ts'
import { useTranslate } from '../i18n/language.ts'
import { Button } from '../parts/Button.tsx'
import { FailureNotice, Notice } from '../parts/Notice.tsx'
import { useReportProgress } from './auth-progress.ts'
import { useAuthStep } from './auth-step.ts'
import { SuspendedAccount } from './SuspendedAccount.tsx'
import { useSignIn } from './useSignIn.ts'

/**
 * Offers the passkey to a user who has no other second factor. It proves both factors, so the sign-in starts again with
 * it.
 */
export function SecondFactorPasskey({ step }: { readonly step: SecondFactorStep }): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  // Not `usePasskeySignIn`: the sign-in page would load it in a separate chunk.
  const { phase, error, failure, suspension, secondFactor, submit } = useSignIn(async () => {
    const result = await app.signInWithPasskey({ noRedirect: true })
    return result.status === 'error' && isPasskeyCeremonyAborted(result.error) ? { status: 'aborted' } : result
  })
  useAuthStep(t('Confirm that it is you'))
  useReportProgress(phase)
  if (suspension) return <SuspendedAccount step={suspension} />
  const status = { idle: '', pending: t('Waiting for your passkey…'), done: t('Signed in') }[phase]
  return (
    <div className="portico-form" data-phase={phase}>
      {error && <Notice title={t.error(error)} />}
      {/* Another passkey, which does not verify its user, leads to this step again. */}
      {secondFactor && phase === 'idle' && (
        <Notice title={t('The passkey was not accepted. Try again, or choose another way to sign in.')} />
      )}
      <FailureNotice failure={failure} />
      <div className="portico-step-foot">
        <Button variant="secondary" onClick={() => step.leave('cancelled')}>
          {t('Cancel')}
        </Button>
        <Button phase={phase} doneText={t('Signed in')} onClick={() => void submit()}>
          {t('Sign in with a passkey')}
        </Button>
      </div>
      <p className="portico-visually-hidden" role="status">
        {status}
      </p>
    </div>
  )
}
