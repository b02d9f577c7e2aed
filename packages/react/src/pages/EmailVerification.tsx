import type { ReactNode } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { Message } from '../cards/Message.tsx'
import { describeFailure } from '../form/describe-error.ts'
import { useEmailVerification } from '../hooks/useEmailVerification.ts'
import { useTranslate } from '../i18n/language.ts'
import { CardRoot } from '../parts/CardRoot.tsx'
import { CardSkeleton } from '../parts/CardSkeleton.tsx'
import { Notice } from '../parts/Notice.tsx'
import { RedirectLink } from '../parts/RedirectLink.tsx'
import { CodeProblemMessage } from './CodeProblemMessage.tsx'

export interface EmailVerificationProps {
  readonly searchParams?: Readonly<Record<string, string>> | undefined
  readonly fullPage?: boolean | undefined
}

/** The page behind the link of a verification mail. */
export function EmailVerification({ searchParams, fullPage }: EmailVerificationProps): ReactNode {
  return (
    <CardRoot fullPage={fullPage}>
      <EmailVerificationContent code={searchParams?.['code']} />
    </CardRoot>
  )
}

function EmailVerificationContent({ code }: { readonly code: string | undefined }): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const { phase, account, problem, failure, verify } = useEmailVerification(code)
  const goHome = (): Promise<void> => app.redirectToHome()
  if (problem !== null) return <CodeProblemMessage problem={problem} takesFocus={Boolean(code)} />
  if (phase === 'done') {
    return (
      <Message title={t('Email verified')} primaryButtonText={t('Go home')} primaryAction={goHome} takesFocus>
        {t('Your email address is confirmed.')}
      </Message>
    )
  }
  if (account === 'checking') return <CardSkeleton />
  return (
    <Message
      title={t('Verify your email')}
      primaryButtonText={t('Verify')}
      primaryAction={verify}
      pendingText={t('Verifying…')}
      secondaryButtonText={t('Cancel')}
      secondaryAction={goHome}
    >
      {t('Confirm that this email address is yours.')}
      {account === 'unknown' && (
        <p className="portico-foot">
          {t('If you did not create this account, do not confirm the address.')}{' '}
          <RedirectLink href={app.urls.forgotPassword} redirect={() => app.redirectToForgotPassword()}>
            {t('Reset its password instead')}
          </RedirectLink>
        </p>
      )}
      {failure !== null && <Notice {...describeFailure(t, failure)} />}
    </Message>
  )
}
