'use client'

import { porticoAppInternalsSymbol } from '@portico/client'
import type { ReactNode } from 'react'
import { usePorticoApp } from '../../app/usePorticoApp.ts'
import { Message } from '../../cards/Message.tsx'
import { useTranslate } from '../../i18n/language.ts'
import { usePageSignOut } from '../page/page-sign-out.ts'

/** For a user on the waiting list, who can only sign out. */
export function WaitingMessage(): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const signOut = usePageSignOut()
  return (
    <Message
      title={t('Your sign-up is waiting for approval')}
      primaryButtonText={t('Try again')}
      primaryAction={async () => void (await app[porticoAppInternalsSymbol].userResource().refresh())}
      secondaryButtonText={t('Sign out')}
      secondaryAction={() => signOut.begin()}
    >
      {t('You can use your account as soon as it is approved.')}
    </Message>
  )
}
