'use client'

import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { AccountFailure } from '../page/AccountFailure.tsx'
import { ConfirmForm } from '../page/ConfirmForm.tsx'
import { useSettings } from '../page/settings-context.ts'
import { SettingsRow } from '../page/SettingsRow.tsx'
import { useRow } from '../page/useRow.ts'
import { isOnlySignInMethod } from './sign-in-methods.ts'
import { useUserUpdate } from './useUserUpdate.ts'

/** Sign-in by a mailed code: on or off. */
export function OneTimeCodeRow(): ReactNode {
  const t = useTranslate()
  const { user, project } = useSettings()
  const row = useRow()
  const update = useUserUpdate(row.close)
  const isOn = user.otpAuthEnabled
  const isLast = isOnlySignInMethod(user, project, { otpAuthEnabled: false })
  const isPossible = user.primaryEmail !== null && user.primaryEmailVerified
  const switchOff = !isLast && (
    <Button variant="quiet" onClick={() => row.start('off')}>
      {t('Switch off…')}
    </Button>
  )
  const switchOn = isPossible && (
    <Button
      variant="quiet"
      phase={update.phase}
      pendingText={t('Saving…')}
      onClick={() => void update.submit({ otpAuthEnabled: true })}
    >
      {t('Switch on')}
    </Button>
  )
  return (
    <SettingsRow
      row={row}
      label={t('Code by email')}
      value={
        <>
          {isOn ? t('On') : <span className="portico-row-none">{t('Off')}</span>}
          {row.open === null && <AccountFailure failure={update.failure} />}
        </>
      }
      note={
        isLast
          ? t('This is your only way to sign in, so it cannot be switched off.')
          : isOn || isPossible
            ? t('Sign in with a code that we send you, without a password.')
            : t('To sign in with a code, you need a verified email address.')
      }
      action={isOn ? switchOff : switchOn}
    >
      <ConfirmForm
        question={t('Switch off signing in with a code?')}
        confirmText={t('Switch off')}
        pendingText={t('Saving…')}
        action={{ ...update, submit: () => update.submit({ otpAuthEnabled: false }) }}
        onCancel={row.close}
      />
    </SettingsRow>
  )
}
