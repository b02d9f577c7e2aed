'use client'

import { KnownError, KnownErrors, StatusError } from '@portico/client'
import type { ReactNode } from 'react'
import { useSignInAgain } from './useSignInAgain.ts'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { FailureNotice, Notice } from '../../parts/Notice.tsx'

/** The failure of an account action, with a button if a new sign-in is required. */
export function AccountFailure({ failure }: { readonly failure: unknown }): ReactNode {
  const t = useTranslate()
  if (KnownErrors.RecentSignInRequired.isInstance(failure)) {
    const minutes = Math.round(failure.details.max_age_millis / 60_000)
    return (
      <>
        <Notice
          title={t('To change this, sign in again. Your last sign-in was more than {n} minutes ago.', { n: minutes })}
        />
        <SignInAgain />
      </>
    )
  }
  if (failure instanceof StatusError && failure.statusCode === 403 && !KnownError.isKnownError(failure)) {
    return (
      <Notice
        title={t('This is not allowed')}
        text={t('An administrator started this session, or your account lacks permission.')}
      />
    )
  }
  return <FailureNotice failure={failure} />
}

function SignInAgain(): ReactNode {
  const t = useTranslate()
  const { phase, begin } = useSignInAgain()
  return (
    <div>
      <Button variant="secondary" phase={phase} pendingText={t('Signing out…')} onClick={() => void begin()}>
        {t('Sign in again')}
      </Button>
    </div>
  )
}
