'use client'

import type { ReactNode } from 'react'
import { describeFailure } from '../form/describe-error.ts'
import { useTranslate } from '../i18n/language.ts'
import { Message, type MessageProps } from './Message.tsx'

export interface FailureCardProps extends Pick<MessageProps, 'takesFocus'> {
  readonly cause: unknown
  readonly onRetry: () => void
}

/** Shown when something could not be loaded: the reason and a button to try again. */
export function FailureCard({ cause, onRetry, takesFocus }: FailureCardProps): ReactNode {
  const t = useTranslate()
  const { title, text } = describeFailure(t, cause)
  return (
    <Message title={title} primaryButtonText={t('Try again')} primaryAction={onRetry} takesFocus={takesFocus}>
      {text}
    </Message>
  )
}
