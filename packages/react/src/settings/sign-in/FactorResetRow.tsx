'use client'

import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/language.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { Button } from '../../parts/Button.tsx'
import { AccountFailure } from '../page/AccountFailure.tsx'
import { SettingsRow } from '../page/SettingsRow.tsx'
import { useFactorResetCancellation } from './useFactorResetCancellation.ts'

export interface FactorResetRowProps {
  readonly takesEffectAt: Date
  /** Called when no removal is announced any longer, so that this row disappears. */
  readonly onCancelled: () => void
}

/** The removal of the second factor that an owner has announced, and its cancellation. */
export function FactorResetRow({ takesEffectAt, onCancelled }: FactorResetRowProps): ReactNode {
  const t = useTranslate()
  const format = useFormat()
  const { failure, phase, submit } = useFactorResetCancellation(onCancelled)
  return (
    <SettingsRow
      label={t('Announced removal')}
      value={
        <>
          {format.longDateTime(takesEffectAt)}
          <AccountFailure failure={failure} />
        </>
      }
      note={t('Your second factor will be removed at this time. If you did not ask for this, cancel the removal.')}
      action={
        <Button variant="quiet" phase={phase} pendingText={t('Cancelling…')} onClick={() => void submit()}>
          {t('Cancel the removal')}
        </Button>
      }
    />
  )
}
