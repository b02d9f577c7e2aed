'use client'

import { useState, type ReactNode } from 'react'
import { useOneTimeCode } from '../app/one-time-codes.ts'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useProject } from '../app/useProject.ts'
import { useLatestUser } from '../app/useUser.ts'
import { RemovedMethods } from '../auth/RemovedMethods.tsx'
import { StepCard } from '../auth/StepCard.tsx'
import { secondFactorStep, useSecondFactorStep } from '../auth/steps.ts'
import { SuspendedAccount } from '../auth/SuspendedAccount.tsx'
import { CardRoot } from '../cards/CardRoot.tsx'
import { FailureCard } from '../cards/FailureCard.tsx'
import { Message } from '../cards/Message.tsx'
import { PredefinedMessage } from '../cards/PredefinedMessageCard.tsx'
import { describeFailure } from '../form/describe-error.ts'
import { useTranslate } from '../i18n/language.ts'
import { Button } from '../parts/Button.tsx'
import { Card } from '../parts/Card.tsx'
import { CardSkeleton } from '../parts/CardSkeleton.tsx'
import { Notice } from '../parts/Notice.tsx'
import { InvitationProblem, InvitedAddress, NotNow } from './InvitationCard.tsx'
import { useUserInvitation, type UserInvitationAnswer } from './useUserInvitation.ts'

/** The props of `UserInvitation`. */
export interface UserInvitationProps {
  /** The query of the page. The handler passes it. */
  readonly searchParams?: Readonly<Record<string, string>> | undefined
  /** Fills the rest of the window and centres the card. */
  readonly fullPage?: boolean | undefined
}

/** The page behind the link of an invitation to sign up. */
export function UserInvitation({ searchParams, fullPage }: UserInvitationProps): ReactNode {
  const code = useOneTimeCode('code', searchParams?.['code'])
  return (
    <CardRoot fullPage={fullPage}>
      <UserInvitationContent code={code} />
    </CardRoot>
  )
}

function UserInvitationContent({ code }: { readonly code: string | undefined }): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const user = useLatestUser()
  const answer = useUserInvitation(code)
  const secondFactor = useSecondFactorStep(answer.secondFactor)
  // After a success a user is signed in, but the card still shows the success and redirects by itself.
  const [hasBegun, setHasBegun] = useState(false)
  const { email, phase, problem, removal, step, suspension } = answer

  if (secondFactor) {
    return (
      <StepCard title={t('Confirm that it is you')}>
        <secondFactorStep.Component step={secondFactor} />
      </StepCard>
    )
  }
  if (suspension) {
    return (
      <StepCard title={t('Your account is suspended')}>
        <SuspendedAccount step={{ ...suspension, leave: () => void app.redirectToSignIn() }} />
      </StepCard>
    )
  }
  if (removal) {
    return (
      <Card title={t('Sign-in methods removed')}>
        <RemovedMethods removal={removal} />
      </Card>
    )
  }
  // The link still leads somewhere after the invitation was accepted in this browser.
  if (user && !hasBegun && (problem === 'used' || step === 'signed-in')) return <PredefinedMessage type="signedIn" />
  if (problem !== null) {
    const used = {
      text: t('This invitation was already accepted. If that was you, sign in.'),
      nextStep: { text: t('Sign in'), act: () => app.redirectToSignIn() },
    }
    return <InvitationProblem problem={problem} takesFocus={hasBegun} used={used} />
  }
  if (phase === 'done' || step === 'signed-in') {
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
  if (step === 'unreachable') return <FailureCard cause={answer.failure} onRetry={answer.checkAgain} />
  if (step === 'checking' || email === null) return <CardSkeleton fields={0} />
  if (step === 'other-user') return <OtherUser answer={answer} email={email} />
  return <Accepting answer={answer} email={email} onBegin={() => setHasBegun(true)} />
}

interface StepProps {
  readonly answer: UserInvitationAnswer
  readonly email: string
}

function Accepting({ answer, email, onBegin }: StepProps & { readonly onBegin: () => void }): ReactNode {
  const t = useTranslate()
  const { displayName: project } = useProject()
  const { error, failure, phase } = answer
  return (
    <Card title={t('You are invited to {project}', { project })} footer={<NotNow />}>
      <div className="portico-message">
        {t(
          'Accept the invitation to create an account. If you already have an account with this address, the invitation signs you in.',
        )}
      </div>
      <dl className="portico-facts">
        <InvitedAddress recipientEmail={email} />
      </dl>
      {error && <Notice title={t.error(error)} />}
      {failure !== null && <Notice {...describeFailure(t, failure)} />}
      <div className="portico-actions" data-stacked="">
        <Button
          phase={phase}
          pendingText={t('Signing in…')}
          onClick={() => {
            onBegin()
            void answer.accept()
          }}
        >
          {t('Accept invitation')}
        </Button>
      </div>
    </Card>
  )
}

/** Another user than the invited one is signed in. The invitation would replace their session. */
function OtherUser({ answer: { failure, signingOut, signOut }, email }: StepProps): ReactNode {
  const t = useTranslate()
  const user = useLatestUser()
  return (
    <Card title={t('This invitation is for another address')} footer={<NotNow />}>
      <div className="portico-message">{t('You are already signed in. To accept the invitation, sign out first.')}</div>
      <dl className="portico-facts">
        <InvitedAddress recipientEmail={email} signedInAs={user?.primaryEmail ?? user?.displayName ?? user?.id} />
      </dl>
      {failure !== null && <Notice {...describeFailure(t, failure)} />}
      <div className="portico-actions" data-stacked="">
        <Button phase={signingOut} pendingText={t('Signing out…')} onClick={() => void signOut()}>
          {t('Sign out')}
        </Button>
      </div>
    </Card>
  )
}
