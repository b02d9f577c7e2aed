import type { ReactNode } from 'react'
import { describeFailure } from '../form/describe-error.ts'
import { useTranslate } from '../i18n/language.ts'
import { Message } from './Message.tsx'

export interface FailureCardProps {
  readonly cause: unknown
  readonly onRetry: () => void
}

/** What a visitor sees where something could not be loaded: what is wrong, and the way to try again. */
export function FailureCard({ cause, onRetry }: FailureCardProps): ReactNode {
  const t = useTranslate()
  const { title, text } = describeFailure(t, cause)
  return (
    <Message title={title} primaryButtonText={t('Try again')} primaryAction={onRetry}>
      {text}
    </Message>
  )
}
