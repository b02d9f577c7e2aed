'use client'

import { KnownErrors } from '@portico/client'
import type { ReactNode } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { Message } from '../cards/Message.tsx'
import { PredefinedMessage } from '../cards/PredefinedMessageCard.tsx'
import { SupportAddress } from '../cards/SupportAddress.tsx'
import { useTranslate } from '../i18n/language.ts'
import { CardRoot } from '../cards/CardRoot.tsx'

/** The props of `ErrorPage`. */
export interface ErrorPageProps {
  /** The query of the page. Only `errorCode` is read. */
  readonly searchParams: Readonly<Record<string, string>>
  /** Fills the rest of the window and centres the card. */
  readonly fullPage?: boolean | undefined
}

/**
 * The page at the end of a failed redirect flow.
 *
 * Only the error code is read from the address, and only if it is in the catalogue. Anyone can put other text into the
 * address, and on this page it would look trustworthy.
 */
export function ErrorPage({ searchParams, fullPage }: ErrorPageProps): ReactNode {
  return (
    <CardRoot fullPage={fullPage}>
      <ErrorMessage code={searchParams['errorCode']} />
    </CardRoot>
  )
}

/** The text for an error of a sign-in that left the page. */
export function ErrorMessage({ code }: { readonly code: string | undefined }): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const home = { secondaryButtonText: t('Go home'), secondaryAction: () => app.redirectToHome() }
  const again = { primaryButtonText: t('Sign in again'), primaryAction: () => app.redirectToSignIn() }
  if (code === undefined || !isKnownCode(code)) return <PredefinedMessage type="unknownError" />
  switch (code) {
    case 'OAUTH_PROVIDER_ACCESS_DENIED':
      return (
        <Message title={t('You refused access')} {...again} {...home}>
          {t('The provider did not confirm who you are because access was refused. You can try again.')}
        </Message>
      )
    case 'OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE':
      return (
        <Message title={t('The provider does not answer')} {...again} {...home}>
          {t('It may be unavailable at the moment. Try again later, or choose another way to sign in.')}
        </Message>
      )
    case 'OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER':
      return (
        <Message title={t('Account already connected')} {...home}>
          {t('This provider account is already connected to another user.')}
        </Message>
      )
    case 'USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION':
      return (
        <Message title={t('Another account is connected')} {...home}>
          {t('You have already connected another account from this provider.')}
        </Message>
      )
    case 'OUTER_OAUTH_TIMEOUT':
    case 'INVALID_AUTHORIZATION_CODE':
      return (
        <Message title={t('The sign-in took too long')} {...again} {...home}>
          {t('The sign-in was not completed in time. Please start again.')}
        </Message>
      )
    case 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED':
      return (
        <Message title={t('This provider is not enabled')} {...again} {...home}>
          {t('You cannot sign in with this provider at the moment. Choose another way to sign in.')}
        </Message>
      )
    case 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE':
    case 'USER_EMAIL_ALREADY_EXISTS':
      return (
        <Message title={t('This email address belongs to an account')} {...again} {...home}>
          {t(
            'There is already an account with this email address. Sign in to it the way you did before, for example with your password or an email link. Then connect the provider in your account settings.',
          )}
        </Message>
      )
    case 'RESTRICTED_USER_NOT_ALLOWED':
      return (
        <Message title={t('Your account is suspended')} {...home}>
          {t('You cannot sign in with this account.')} {t('If you think this is a mistake, contact support.')}
          <SupportAddress />
        </Message>
      )
    case 'SIGN_UP_NOT_ENABLED':
      return <PredefinedMessage type="signUpDisabled" />
    default:
      return (
        <Message title={t('Something went wrong')} {...home}>
          {t('The sign-in failed with the error {code}.', { code })}
          <SupportAddress />
        </Message>
      )
  }
}

function isKnownCode(code: string): boolean {
  return Object.values(KnownErrors).some(({ errorCode }) => errorCode === code)
}
