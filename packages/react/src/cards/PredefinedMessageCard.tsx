'use client'

import type { ReactNode } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useTranslate } from '../i18n/language.ts'
import { RedirectLink } from '../parts/RedirectLink.tsx'
import { CardRoot } from './CardRoot.tsx'
import { SupportAddress } from './SupportAddress.tsx'
import { SignedInMessage, Message, type MessageProps } from './Message.tsx'

/** The messages that the pages share. */
export type PredefinedMessageType =
  | 'signedIn'
  | 'signedOut'
  | 'signUpDisabled'
  | 'emailSent'
  | 'passwordReset'
  | 'unknownError'

/** The props of `PredefinedMessageCard`. */
export interface PredefinedMessageCardProps {
  /** Which message to show. */
  readonly type: PredefinedMessageType
  /** Fills the rest of the window and centres the card. */
  readonly fullPage?: boolean | undefined
}

/** A card with one of the messages that the pages share. */
export function PredefinedMessageCard({ type, fullPage }: PredefinedMessageCardProps): ReactNode {
  return (
    <CardRoot fullPage={fullPage}>
      <PredefinedMessage type={type} />
    </CardRoot>
  )
}

/** The message without the outermost element, for components that already have one. */
export function PredefinedMessage({
  type,
  takesFocus,
}: { readonly type: PredefinedMessageType } & Pick<MessageProps, 'takesFocus'>): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const goHome = { text: t('Go home'), act: () => app.redirectToHome() }
  const signIn = { text: t('Sign in'), act: () => app.redirectToSignIn() }
  const messages: Readonly<Record<Exclude<PredefinedMessageType, 'signedIn'>, MessageProps>> = {
    signedOut: {
      title: t('You are not currently signed in.'),
      primaryButtonText: signIn.text,
      primaryAction: signIn.act,
    },
    signUpDisabled: {
      title: t('Sign up for new users is not enabled at the moment.'),
      primaryButtonText: goHome.text,
      primaryAction: goHome.act,
      secondaryButtonText: signIn.text,
      secondaryAction: signIn.act,
    },
    emailSent: {
      title: t('Email sent!'),
      children: t(
        'If the user with this e-mail address exists, an e-mail was sent to your inbox. Make sure to check your spam folder.',
      ),
      below: (
        <RedirectLink href={app.urls.signIn} redirect={() => app.redirectToSignIn()}>
          {t('Back to sign-in')}
        </RedirectLink>
      ),
    },
    passwordReset: {
      title: t('Password reset successfully!'),
      children: t('You can now sign in with your new password.'),
      primaryButtonText: signIn.text,
      // The reset started from a mail, so there is no return location.
      primaryAction: () => app.redirectToSignIn({ noRedirectBack: true }),
    },
    unknownError: {
      title: t('An unknown error occurred.'),
      children: (
        <>
          {t('Please try again and if the problem persists, contact support.')}
          <SupportAddress />
        </>
      ),
      below: (
        <RedirectLink href={app.urls.home} redirect={() => app.redirectToHome()}>
          {goHome.text}
        </RedirectLink>
      ),
    },
  }
  if (type === 'signedIn') return <SignedInMessage takesFocus={takesFocus} />
  return <Message {...messages[type]} takesFocus={takesFocus} />
}
