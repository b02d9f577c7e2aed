'use client'

import type { TeamInvitation as OpenInvitation, TeamInvitationState } from '@portico/client'
import type { ReactNode } from 'react'
import { useOneTimeCode } from '../app/one-time-codes.ts'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useLatestUser } from '../app/useUser.ts'
import { CardRoot } from '../cards/CardRoot.tsx'
import { FailureCard } from '../cards/FailureCard.tsx'
import { Message } from '../cards/Message.tsx'
import { describeFailure } from '../form/describe-error.ts'
import { useTeamInvitation, type InvitationAnswer } from './useTeamInvitation.ts'
import { useTranslate } from '../i18n/language.ts'
import { Button } from '../parts/Button.tsx'
import { Card } from '../parts/Card.tsx'
import { CardSkeleton } from '../parts/CardSkeleton.tsx'
import { Notice } from '../parts/Notice.tsx'
import { InvitationProblem, InvitedAddress, NotNow } from './InvitationCard.tsx'

/** The SDK's type of the same name: an export of a component would otherwise hide it. */
export type TeamInvitation = OpenInvitation

/** The props of `TeamInvitation`. */
export interface TeamInvitationProps {
  /** The query of the page. The handler passes it. */
  readonly searchParams?: Readonly<Record<string, string>> | undefined
  /** Fills the rest of the window and centres the card. */
  readonly fullPage?: boolean | undefined
}

/** The page behind the link of an invitation to a team. */
export function TeamInvitation({ searchParams, fullPage }: TeamInvitationProps): ReactNode {
  const code = useOneTimeCode('code', searchParams?.['code'])
  return (
    <CardRoot fullPage={fullPage}>
      <TeamInvitationContent code={code} />
    </CardRoot>
  )
}

function TeamInvitationContent({ code }: { readonly code: string | undefined }): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const answer = useTeamInvitation(code)
  const { step, invitation, problem } = answer
  if (problem !== null) {
    const used = {
      text: t('This invitation was already accepted. If that was you, open the team in your account settings.'),
    }
    return <InvitationProblem problem={problem} takesFocus={Boolean(code)} used={used} />
  }
  if (step === 'unreachable') return <FailureCard cause={answer.failure} onRetry={answer.checkAgain} />
  if (step === 'checking' || !invitation) return <CardSkeleton fields={0} />
  const props = { answer, invitation }
  switch (step) {
    case 'signed-out':
      return <SignedOut {...props} />
    case 'ready':
      return <Joining {...props} />
    case 'other-user':
      return <OtherUser {...props} />
    case 'joined':
      return (
        <Message
          title={t('You are now a member')}
          primaryButtonText={t('Continue')}
          primaryAction={() => app.redirectToHome()}
          takesFocus
        >
          {t('You can open the team at any time in your account settings.')}
          <Facts invitation={invitation} />
        </Message>
      )
  }
}

interface StepProps {
  readonly answer: InvitationAnswer
  readonly invitation: TeamInvitationState
}

/** Without a session: which of sign-in and sign-up is the next step depends on the invited address. */
function SignedOut({ answer, invitation }: StepProps): ReactNode {
  const t = useTranslate()
  const { hasAccount, maySignUp } = invitation
  const offersSignUp = !hasAccount && maySignUp
  return (
    <Card title={t('You are invited to a team')} footer={<NotNow />}>
      <div className="portico-message">
        {hasAccount && t('The invited address belongs to an account. Sign in to join the team.')}
        {offersSignUp && t('Create an account to join the team. If you already have one, sign in.')}
        {!hasAccount &&
          !maySignUp &&
          t('New accounts cannot be created at the moment. If you already have one, sign in to join the team.')}
      </div>
      <Facts invitation={invitation} />
      <div className="portico-actions" data-stacked="">
        {offersSignUp && <Button onClick={answer.signUp}>{t('Create account')}</Button>}
        <Button variant={offersSignUp ? 'secondary' : 'primary'} onClick={answer.signIn}>
          {t('Sign in')}
        </Button>
      </div>
    </Card>
  )
}

function Joining({ answer: { phase, failure, accept }, invitation }: StepProps): ReactNode {
  const t = useTranslate()
  return (
    <Card title={t('You are invited to a team')} footer={<NotNow />}>
      <div className="portico-message">{t('Its members will see your name and your picture.')}</div>
      <Facts invitation={invitation} />
      {failure !== null && <Notice {...describeFailure(t, failure)} />}
      <div className="portico-actions" data-stacked="">
        <Button phase={phase} pendingText={t('Joining…')} onClick={() => void accept()}>
          {t('Join team')}
        </Button>
      </div>
    </Card>
  )
}

/** Another user than the invited one is signed in. They may join too, but only after they have seen the address. */
function OtherUser({ answer, invitation }: StepProps): ReactNode {
  const t = useTranslate()
  const user = useLatestUser()
  const { phase, switching, failure } = answer
  const isBusy = phase !== 'idle' || switching !== 'idle'
  return (
    <Card title={t('This invitation is for another address')} footer={<NotNow />}>
      {/* After a failed sign-out, no user is signed in here. */}
      {user && (
        <div className="portico-message">
          {t('Your account does not have the invited address. Switch to the right account, or join with this one.')}
        </div>
      )}
      <Facts invitation={invitation} signedInAs={user?.primaryEmail ?? user?.displayName ?? user?.id} />
      {failure !== null && <Notice {...describeFailure(t, failure)} />}
      <div className="portico-actions" data-stacked="">
        <Button
          // Disable the other button while one answer is being sent.
          phase={isBusy && switching === 'idle' ? 'pending' : switching}
          pendingText={switching === 'idle' ? t('Switch account') : t('Signing out…')}
          onClick={() => void answer.switchUser()}
        >
          {t('Switch account')}
        </Button>
        {user && (
          <Button
            variant="secondary"
            phase={isBusy && phase === 'idle' ? 'pending' : phase}
            pendingText={phase === 'idle' ? t('Join with this account') : t('Joining…')}
            onClick={() => void answer.accept()}
          >
            {t('Join with this account')}
          </Button>
        )}
      </div>
    </Card>
  )
}

/** Members of the team chose its name, so it is isolated from the surrounding text and cut after a few lines. */
function Facts({
  invitation,
  signedInAs,
}: Pick<StepProps, 'invitation'> & { readonly signedInAs?: string | undefined }): ReactNode {
  const t = useTranslate()
  return (
    <dl className="portico-facts">
      <dt>{t('Team')}</dt>
      <dd>
        <bdi className="portico-fact-name">{invitation.teamDisplayName || t('No name')}</bdi>
      </dd>
      {invitation.inviterName !== null && (
        <>
          <dt>{t('Invited by')}</dt>
          <dd>
            <bdi className="portico-fact-name">{invitation.inviterName}</bdi>
          </dd>
        </>
      )}
      <InvitedAddress recipientEmail={invitation.recipientEmail} signedInAs={signedInAs} />
    </dl>
  )
}
