'use client'

import type { ReactNode } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useTranslate } from '../i18n/language.ts'
import { Message, type MessageProps } from './Message.tsx'

/** The predefined message that the sign-in page needs. The sign-in page does not load the others. */
export function SignedInMessage({ takesFocus }: Pick<MessageProps, 'takesFocus'>): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  return (
    <Message
      title={t('You are already signed in')}
      primaryButtonText={t('Go home')}
      primaryAction={() => app.redirectToHome()}
      secondaryButtonText={t('Sign out')}
      secondaryAction={() => app.redirectToSignOut()}
      takesFocus={takesFocus}
    />
  )
}
