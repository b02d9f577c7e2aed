'use client'

import type { ReactNode } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useLatestUser } from '../app/useUser.ts'
import { StepCard } from '../auth/StepCard.tsx'
import { SuspendedAccount } from '../auth/SuspendedAccount.tsx'
import { RemovedMethods } from '../auth/RemovedMethods.tsx'
import { Message } from '../cards/Message.tsx'
import { PredefinedMessage } from '../cards/PredefinedMessageCard.tsx'
import { describeFailure } from '../form/describe-error.ts'
import { suspensionOf } from '../hooks/suspension.ts'
import { useOAuthCallback } from './useOAuthCallback.ts'
import { useTranslate } from '../i18n/language.ts'
import { Card } from '../parts/Card.tsx'
import { CardRoot } from '../cards/CardRoot.tsx'
import { RedirectLink } from '../parts/RedirectLink.tsx'
import { ErrorMessage } from './ErrorPage.tsx'
import { MfaContent } from './Mfa.tsx'

/** The props of `OAuthCallback`. */
export interface OAuthCallbackProps {
  /** Fills the rest of the window and centres the card. */
  readonly fullPage?: boolean | undefined
}

/** The page that providers redirect to. */
export function OAuthCallback({ fullPage }: OAuthCallbackProps): ReactNode {
  return (
    <CardRoot fullPage={fullPage}>
      <OAuthCallbackContent />
    </CardRoot>
  )
}

function OAuthCallbackContent(): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const user = useLatestUser()
  const state = useOAuthCallback()
  const again = {
    primaryButtonText: t('Sign in'),
    // The flow is over, so there is no return location.
    primaryAction: () => app.redirectToSignIn({ noRedirectBack: true }),
    takesFocus: true,
  }
  switch (state.step) {
    case 'working':
      return (
        <Card title={t('Signing in…')}>
          <p className="portico-progress" role="status" data-phase="pending">
            <span className="portico-spinner" aria-hidden="true" />
            {state.isSlow ? t('The sign-in is taking longer than expected.') : t('One moment, please.')}
          </p>
          {state.isSlow && (
            <p className="portico-foot">
              {t('If nothing happens:')}{' '}
              <RedirectLink href={app.urls.home} redirect={() => app.redirectToHome()}>
                {t('Go home')}
              </RedirectLink>
            </p>
          )}
        </Card>
      )
    case 'methods-removed':
      return (
        <Card title={t('Sign-in methods removed')}>
          <RemovedMethods removal={state.removal} />
        </Card>
      )
    case 'signed-in':
      return <PredefinedMessage type="signedIn" takesFocus />
    case 'second-factor':
      return <MfaContent attemptCode={state.attemptCode} factors={state.factors} />
    case 'lost':
      // If a user is signed in, an earlier visit of the page completed the sign-in.
      if (user) return <PredefinedMessage type="signedIn" takesFocus />
      return (
        <Message title={t('This sign-in cannot be completed here')} {...again}>
          {t('It was started in another window, has expired, or is already complete. Please sign in again.')}
        </Message>
      )
    case 'refused': {
      const suspension = suspensionOf(state.error)
      if (!suspension) return <ErrorMessage code={state.error.errorCode} />
      const leave = (): void => void app.redirectToSignIn({ noRedirectBack: true })
      return (
        <StepCard title={t('Your account is suspended')}>
          <SuspendedAccount step={{ ...suspension, leave }} />
        </StepCard>
      )
    }
    case 'failed': {
      const { title, text } = describeFailure(t, state.failure)
      return (
        <Message title={title} {...again}>
          {text}
        </Message>
      )
    }
  }
}
