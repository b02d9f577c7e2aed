import { useState, type ReactNode } from 'react'
import { isOnlySignInMethod } from './sign-in-methods.ts'
import { useUserUpdate } from './useUserUpdate.ts'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { ConfirmInPlace } from '../page/ConfirmInPlace.tsx'
import { AccountFailure } from '../page/AccountFailure.tsx'
import { useSettings } from '../page/settings-context.ts'
import { SettingsRow } from '../page/SettingsRow.tsx'

/** Sign-in by a mailed code: on or off. */
export function OneTimeCodeRow(): ReactNode {
  const t = useTranslate()
  const { user, project } = useSettings()
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  const update = useUserUpdate(close)
  const isOn = user.otpAuthEnabled
  const isLast = isOnlySignInMethod(user, project, { otpAuthEnabled: false })
  const isPossible = user.primaryEmail !== null && user.primaryEmailVerified
  return (
    <SettingsRow
      label={t('Code by email')}
      value={
        <>
          {isOn ? t('On') : <span className="portico-row-none">{t('Off')}</span>}
          {!isOpen && <AccountFailure failure={update.failure} />}
        </>
      }
      note={
        isLast
          ? t('This is your only way to sign in, so it cannot be switched off.')
          : isOn || isPossible
            ? t('Sign in with a code that we send you, without a password.')
            : t('To sign in with a code, you need a verified email address.')
      }
      action={
        isOn
          ? !isLast && (
              <Button variant="quiet" onClick={() => setOpen(true)}>
                {t('Switch off…')}
              </Button>
            )
          : isPossible && (
              <Button
                variant="quiet"
                phase={update.phase}
                pendingText={t('Saving…')}
                onClick={() => void update.submit({ otpAuthEnabled: true })}
              >
                {t('Switch on')}
              </Button>
            )
      }
      isOpen={isOpen}
      onClose={close}
    >
      <ConfirmInPlace
        question={t('Switch off signing in with a code?')}
        confirmText={t('Switch off')}
        pendingText={t('Saving…')}
        action={{ ...update, submit: () => update.submit({ otpAuthEnabled: false }) }}
        onCancel={close}
      />
    </SettingsRow>
  )
}
