import { KnownErrors } from '@portico/client'
import type { ReactNode } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { Message } from '../cards/Message.tsx'
import { PredefinedMessage } from '../cards/PredefinedMessageCard.tsx'
import { useTranslate } from '../i18n/language.ts'
import { CardRoot } from '../parts/CardRoot.tsx'

export interface ErrorPageProps {
  readonly searchParams: Readonly<Record<string, string>>
  readonly fullPage?: boolean | undefined
}

/**
 * The page a failed redirect flow ends on.
 *
 * Only the error's code is taken from the address, and only if it is one of ours: any word in the address could be
 * anybody's, and on this page it would seem to be ours.
 */
export function ErrorPage({ searchParams, fullPage }: ErrorPageProps): ReactNode {
  return (
    <CardRoot fullPage={fullPage}>
      <ErrorContent code={searchParams['errorCode']} />
    </CardRoot>
  )
}

function ErrorContent({ code }: { readonly code: string | undefined }): ReactNode {
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
    case 'OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER':
      return (
        <Message title={t('Account already connected')} {...home}>
          {t('This account of the provider is already connected to another user.')}
        </Message>
      )
    case 'USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION':
      return (
        <Message title={t('Another account is connected')} {...home}>
          {t('Your user is already connected to another account of this provider.')}
        </Message>
      )
    default:
      return (
        <Message title={t('Something went wrong')} {...home}>
          {t('The sign-in ended with the error {code}.', { code })}
        </Message>
      )
  }
}

function isKnownCode(code: string): boolean {
  return Object.values(KnownErrors).some(({ errorCode }) => errorCode === code)
}
