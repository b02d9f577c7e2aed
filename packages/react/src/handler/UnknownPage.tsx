'use client'

import type { ReactNode } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { Message } from '../cards/Message.tsx'
import { useTranslate } from '../i18n/language.ts'
import { CardRoot } from '../cards/CardRoot.tsx'

/** Shown for a path below the handler that is not a page. */
export function UnknownPage({ fullPage }: { readonly fullPage?: boolean | undefined }): ReactNode {
  return (
    <CardRoot fullPage={fullPage}>
      <UnknownPageMessage />
    </CardRoot>
  )
}

function UnknownPageMessage(): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  return (
    <Message
      title={t('This page does not exist')}
      primaryButtonText={t('Go home')}
      primaryAction={() => app.redirectToHome()}
    >
      {t('Check the address, or start again from the home page.')}
    </Message>
  )
}
