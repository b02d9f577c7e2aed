'use client'

import { KnownErrors } from '@portico/client'
import { useState, type ReactNode } from 'react'
import { useOneTimeCode } from '../app/one-time-codes.ts'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useLatestUser } from '../app/useUser.ts'
import { StepCard } from '../auth/StepCard.tsx'
import { SuspendedAccount } from '../auth/SuspendedAccount.tsx'
import { RemovedMethods } from '../auth/RemovedMethods.tsx'
import { secondFactorStep, useSecondFactorStep } from '../auth/steps.ts'
import { Message } from '../cards/Message.tsx'
import { PredefinedMessage } from '../cards/PredefinedMessageCard.tsx'
import { describeFailure } from '../form/describe-error.ts'
import { useMagicLinkCallback } from './useMagicLinkCallback.ts'
import { useTranslate } from '../i18n/language.ts'
import { Card } from '../parts/Card.tsx'
import { CardRoot } from '../cards/CardRoot.tsx'
import { CardSkeleton } from '../parts/CardSkeleton.tsx'
import { Notice } from '../parts/Notice.tsx'
import { CodeProblemMessage } from './CodeProblemMessage.tsx'

/** The props of `MagicLinkCallback`. */
export interface MagicLinkCallbackProps {
  /** The query of the page. The handler passes it. */
  readonly searchParams?: Readonly<Record<string, string>> | undefined
  /** Fills the rest of the window and centres the card. */
  readonly fullPage?: boolean | undefined
}

/** The page behind the link of a sign-in mail. */
export function MagicLinkCallback({ searchParams, fullPage }: MagicLinkCallbackProps): ReactNode {
  const code = useOneTimeCode('code', searchParams?.['code'])
  return (
    <CardRoot fullPage={fullPage}>
      <MagicLinkCallbackContent code={code} />
    </CardRoot>
  )
}

function MagicLinkCallbackContent({ code }: { readonly code: string | undefined }): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const user = useLatestUser()
  const { phase, isChecking, email, problem, error, failure, signIn, ...rest } = useMagicLinkCallback(code)
  const secondFactor = useSecondFactorStep(rest.secondFactor)
  // After a success a user is signed in, but the card still shows the success and redirects by itself.
  const [hasBegun, setHasBegun] = useState(false)
  const again = { text: t('Sign in'), act: () => app.redirectToSignIn() }

  if (user === undefined) return <CardSkeleton />
  if (user && !hasBegun) return <PredefinedMessage type="signedIn" />
  if (secondFactor) {
    return (
      <StepCard title={t('Confirm that it is you')}>
        <secondFactorStep.Component step={secondFactor} />
      </StepCard>
    )
  }
  if (rest.suspension) {
    return (
      <StepCard title={t('Your account is suspended')}>
        <SuspendedAccount step={{ ...rest.suspension, leave: () => void app.redirectToSignIn() }} />
      </StepCard>
    )
  }
  if (rest.removal) {
    return (
      <Card title={t('Sign-in methods removed')}>
        <RemovedMethods removal={rest.removal} />
      </Card>
    )
  }
  if (problem !== null) return <CodeProblemMessage problem={problem} nextStep={again} takesFocus={hasBegun} />
  if (KnownErrors.SignUpNotEnabled.isInstance(error)) return <PredefinedMessage type="signUpDisabled" takesFocus />
  if (phase === 'done' || user) {
    return (
      <Message
        title={t('Signed in')}
        primaryButtonText={t('Go home')}
        primaryAction={() => app.redirectToHome()}
        takesFocus
      >
        {t('You are signed in.')}
      </Message>
    )
  }
  if (isChecking) return <CardSkeleton />
  return (
    <Message
      title={t('Sign in with this link?')}
      primaryButtonText={t('Sign in')}
      primaryAction={() => {
        setHasBegun(true)
        return signIn()
      }}
      pendingText={t('Signing in…')}
      secondaryButtonText={t('Cancel')}
      secondaryAction={() => app.redirectToHome()}
    >
      {t('Someone requested this link to sign in with your email address. Continue only if it was you.')}
      {email !== null && <p className="portico-foot">{t('The link signs you in as {email}.', { email })}</p>}
      {error && <Notice title={t.error(error)} />}
      {failure !== null && <Notice {...describeFailure(t, failure)} />}
    </Message>
  )
}
