import type { ReactNode } from 'react'
import { isOffline } from '../form/describe-error.ts'
import { useTranslate } from '../i18n/language.ts'
import { Message } from './Message.tsx'

/** What a visitor sees where something could not be loaded: what is wrong, and the way to try again. */
export function FailureCard({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  const t = useTranslate()
  return isOffline() ? (
    <Message title={t('You seem to be offline')} primaryButtonText={t('Try again')} primaryAction={onRetry}>
      {t('Check your connection, then try again.')}
    </Message>
  ) : (
    <Message title={t('The service did not answer')} primaryButtonText={t('Try again')} primaryAction={onRetry}>
      {t('Your data is safe. Wait a moment, then try again.')}
    </Message>
  )
}
