import type { ReactNode } from 'react'
import { describeFailure } from '../../form/describe-error.ts'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { Notice } from '../../parts/Notice.tsx'

interface LoadFailureProps {
  readonly failure: unknown
  readonly onRetry: () => void
}

/** Replaces a list that could not be loaded. */
export function LoadFailure({ failure, onRetry }: LoadFailureProps): ReactNode {
  const t = useTranslate()
  return (
    <div className="portico-settings-failure">
      <Notice {...describeFailure(t, failure)} />
      <Button variant="secondary" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  )
}
