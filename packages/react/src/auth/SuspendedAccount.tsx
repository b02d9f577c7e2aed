'use client'

import { useContext, useEffect, useRef, type ReactNode } from 'react'
import { SupportAddress } from '../cards/SupportAddress.tsx'
import type { SuspensionStep } from '../hooks/suspension.ts'
import { useTranslate } from '../i18n/language.ts'
import { useFormat } from '../i18n/useFormat.ts'
import { Button } from '../parts/Button.tsx'
import { AuthStepContext, useAuthStep } from './auth-step.ts'

export interface SuspendedAccountProps {
  readonly step: SuspensionStep
}

/** Shows why and until when the account is suspended. Replaces the form of the sign-in. */
export function SuspendedAccount({ step: { reason, endsAt, leave } }: SuspendedAccountProps): ReactNode {
  const t = useTranslate()
  const format = useFormat()
  const isOnCard = useContext(AuthStepContext) !== null
  const text = useRef<HTMLDivElement>(null)
  useAuthStep(t('Your account is suspended'))
  // This text replaces the form that had the focus.
  useEffect(() => text.current?.focus(), [])
  return (
    <>
      <div className="portico-message" ref={text} tabIndex={-1}>
        {!isOnCard && `${t('Your account is suspended')}. `}
        {t('You cannot sign in with this account.')} {t('If you think this is a mistake, contact support.')}
        <SupportAddress />
        {(reason ?? endsAt) !== null && (
          <dl className="portico-facts">
            {reason !== null && (
              <>
                <dt>{t('Reason')}</dt>
                <dd>
                  <bdi className="portico-reason">{reason}</bdi>
                </dd>
              </>
            )}
            {endsAt !== null && (
              <>
                <dt>{t('Until')}</dt>
                <dd>{format.longDateTime(endsAt)}</dd>
              </>
            )}
          </dl>
        )}
      </div>
      <div className="portico-actions">
        <Button variant="secondary" onClick={leave}>
          {t('Back to sign-in')}
        </Button>
      </div>
    </>
  )
}
