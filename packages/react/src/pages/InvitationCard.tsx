'use client'

import type { ReactNode } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { Message } from '../cards/Message.tsx'
import type { CodeProblem } from '../hooks/code-problem.ts'
import { useTranslate } from '../i18n/language.ts'
import { EmailAddress } from '../parts/EmailAddress.tsx'
import { RedirectLink } from '../parts/RedirectLink.tsx'

export interface InvitationProblemProps {
  readonly problem: CodeProblem | 'elsewhere'
  readonly takesFocus: boolean
  /** For an invitation that was accepted before. Its next step is the home page by default. */
  readonly used: {
    readonly text: string
    readonly nextStep?: { readonly text: string; readonly act: () => Promise<void> }
  }
}

/** Explains why the link of an invitation does not work, and what to do. */
export function InvitationProblem({ problem, takesFocus, used }: InvitationProblemProps): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const messages = {
    elsewhere: {
      title: t('Open your invitation again'),
      text: t(
        'This page does not know your invitation, for example because the sign-in ended in another tab or browser. Open the link in the invitation email again.',
      ),
    },
    invalid: {
      title: t('Invalid invitation'),
      text: t(
        'The link is incomplete, or the invitation was withdrawn. Ask the person who invited you for a new invitation.',
      ),
    },
    expired: {
      title: t('Expired invitation'),
      text: t('This invitation has expired. Ask the person who invited you for a new invitation.'),
    },
    used: { title: t('Used invitation'), text: used.text },
    exhausted: {
      title: t('Link opened too many times'),
      text: t('This link was opened too many times. Ask the person who invited you for a new invitation.'),
    },
  } as const
  const goHome = { text: t('Go home'), act: () => app.redirectToHome() }
  const step = (problem === 'used' && used.nextStep) || goHome
  return (
    <Message
      title={messages[problem].title}
      primaryButtonText={step.text}
      primaryAction={step.act}
      takesFocus={takesFocus}
    >
      {messages[problem].text}
    </Message>
  )
}

export interface InvitedAddressProps {
  readonly recipientEmail: string
  /** The address or the name of a signed-in user who is not the invited person. */
  readonly signedInAs?: string | undefined
}

/** The rows of the facts about an invitation that name its address. */
export function InvitedAddress({ recipientEmail, signedInAs }: InvitedAddressProps): ReactNode {
  const t = useTranslate()
  return (
    <>
      <dt>{t('Invited')}</dt>
      <dd>
        <EmailAddress value={recipientEmail} />
      </dd>
      {signedInAs !== undefined && (
        <>
          <dt>{t('Signed in as')}</dt>
          <dd>
            <EmailAddress value={signedInAs} />
          </dd>
        </>
      )}
    </>
  )
}

/** Leaves an invitation unanswered. */
export function NotNow(): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  return (
    <RedirectLink href={app.urls.home} redirect={() => app.redirectToHome()}>
      {t('Not now')}
    </RedirectLink>
  )
}
