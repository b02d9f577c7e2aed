'use client'

import { useEffect, type ReactNode } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { Message } from '../cards/Message.tsx'
import { SupportAddress } from '../cards/SupportAddress.tsx'
import { useTranslate } from '../i18n/language.ts'

/** Replaces the sign-in page when the page after sign-in redirects a signed-in visitor back each time. */
export function RedirectLoop({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  useEffect(() => {
    reportError(
      new Error(
        `Redirect loop: the visitor is signed in to the project ${app.projectId}, but the page after sign-in redirects to the sign-in page each time. Check that it uses the same project and reads the same tokens: on a server, pass the incoming request as \`tokenStore\`.`,
      ),
    )
  }, [app])
  return (
    <Message
      title={t('Sign-in could not be completed')}
      primaryButtonText={t('Try again')}
      primaryAction={onRetry}
      secondaryButtonText={t('Sign out')}
      secondaryAction={() => app.redirectToSignOut()}
    >
      {t(
        'You are signed in, but the page after sign-in sends you back here each time. It may not be able to read your session, for example because your browser blocks cookies. If the problem persists, contact support.',
      )}
      <SupportAddress />
    </Message>
  )
}
