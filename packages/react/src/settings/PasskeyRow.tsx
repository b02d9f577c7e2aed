import { KnownErrors, type KnownError } from '@portico/client'
import { useState, type ReactNode } from 'react'
import { usePasskeyRegistration } from '../hooks/usePasskeyRegistration.ts'
import { useUserUpdate } from '../hooks/useUserUpdate.ts'
import { useTranslate } from '../i18n/language.ts'
import type { Translate } from '../i18n/translate.ts'
import { Button } from '../parts/Button.tsx'
import { ConfirmInPlace } from './ConfirmInPlace.tsx'
import { AccountFailure } from './AccountFailure.tsx'
import { Notice } from '../parts/Notice.tsx'
import { useSettings } from './settings-context.ts'
import { SettingsRow } from './SettingsRow.tsx'
import { isOnlyMethod } from './sign-in-methods.ts'

/** The user's passkey; a user has at most one. */
export function PasskeyRow(): ReactNode {
  const t = useTranslate()
  const { user } = useSettings()
  const [isOpen, setOpen] = useState(false)
  const [done, setDone] = useState<string>()
  const close = (): void => setOpen(false)
  const registration = usePasskeyRegistration(() => setDone(t('Passkey added.')))
  const removal = useUserUpdate(() => {
    setDone(t('Passkey removed. Delete it from your device or password manager as well.'))
    close()
  })
  const isSet = user.passkeyAuthEnabled
  const isLast = isSet && isOnlyMethod(user, 'passkey')
  const isPossible = user.primaryEmail !== null && user.primaryEmailVerified
  return (
    <SettingsRow
      label={t('Passkey')}
      value={
        <>
          {isSet ? t('Set') : <span className="portico-row-none">{t('Not set')}</span>}
          {registration.error && <Notice {...describeRefusal(t, registration.error)} />}
          <AccountFailure failure={registration.failure} />
        </>
      }
      note={
        isLast
          ? t('This is your only way to sign in, so it cannot be removed.')
          : isSet || isPossible
            ? t('Sign in with a fingerprint, a face or the PIN of your device.')
            : t('To add a passkey, you need a verified email address.')
      }
      done={done}
      action={
        isSet
          ? !isLast && (
              <Button
                variant="quiet"
                onClick={() => {
                  setDone(undefined)
                  setOpen(true)
                }}
              >
                {t('Remove…')}
              </Button>
            )
          : isPossible && (
              <Button
                variant="quiet"
                phase={registration.phase}
                pendingText={t('Waiting for your device…')}
                onClick={() => {
                  setDone(undefined)
                  void registration.submit()
                }}
              >
                {t('Add passkey')}
              </Button>
            )
      }
      isOpen={isOpen}
      onClose={close}
    >
      <ConfirmInPlace
        question={t('Remove the passkey?')}
        consequence={t('You can no longer use it to sign in here.')}
        confirmText={t('Remove passkey')}
        pendingText={t('Removing…')}
        action={{ ...removal, submit: () => removal.submit({ passkeyAuthEnabled: false }) }}
        onCancel={close}
      />
    </SettingsRow>
  )
}

/** The advice for a failed ceremony. Many kinds of failure share one advice. */
function describeRefusal(t: Translate, error: KnownError): { title: string; text?: string } {
  if (!KnownErrors.PasskeyWebAuthnError.isInstance(error)) return { title: t.error(error) }
  switch (error.details.code) {
    case 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED':
      return { title: t('This device already has a passkey for your account.') }
    case 'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT':
    case 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT':
    case 'ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG':
      return {
        title: t('This device cannot store passkeys.'),
        text: t('Try again with another device or a password manager.'),
      }
    default:
      return { title: t('The passkey could not be added.'), text: t('Please try again, or use another device.') }
  }
}
