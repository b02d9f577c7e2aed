import { KnownErrors } from '@portico/client'
import { useState, type ReactNode } from 'react'
import { currentPasswordError, newPasswordError, repeatedPasswordError } from '../../form/rules.ts'
import { useForm } from '../../form/useForm.ts'
import { usePasswordChange } from './usePasswordChange.ts'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { AccountName } from '../../parts/AccountName.tsx'
import { NewPasswordFields } from '../../parts/NewPasswordFields.tsx'
import { PasswordField } from '../../parts/PasswordField.tsx'
import { EditForm } from '../page/EditForm.tsx'
import { useSettings } from '../page/settings-context.ts'
import { SettingsRow } from '../page/SettingsRow.tsx'

export function PasswordRow(): ReactNode {
  const t = useTranslate()
  const { user } = useSettings()
  const [isOpen, setOpen] = useState(false)
  const [saved, setSaved] = useState<string>()
  const close = (): void => setOpen(false)
  const { hasPassword } = user
  // Signing in with a password requires an e-mail address.
  const isPossible = hasPassword || user.primaryEmail !== null
  return (
    <SettingsRow
      label={t('Password')}
      value={
        hasPassword ? (
          <span className="portico-row-dots">
            <span aria-hidden="true">••••••••</span>
            <span className="portico-visually-hidden">{t('Set')}</span>
          </span>
        ) : (
          <span className="portico-row-none">{t('Not set')}</span>
        )
      }
      note={isPossible ? undefined : t('To set a password, you need an email address to sign in with.')}
      done={saved}
      action={
        isPossible && (
          <Button
            variant="quiet"
            onClick={() => {
              setSaved(undefined)
              setOpen(true)
            }}
          >
            {hasPassword ? t('Change') : t('Set password')}
          </Button>
        )
      }
      isOpen={isOpen}
      onClose={close}
    >
      <PasswordForm
        hasPassword={hasPassword}
        onCancel={close}
        onSaved={() => {
          setSaved(hasPassword ? t('Password changed. All other sessions have ended.') : t('Password set.'))
          close()
        }}
      />
    </SettingsRow>
  )
}

interface PasswordFormProps {
  readonly hasPassword: boolean
  readonly onCancel: () => void
  readonly onSaved: () => void
}

function PasswordForm({ hasPassword, onCancel, onSaved }: PasswordFormProps): ReactNode {
  const t = useTranslate()
  const { user } = useSettings()
  const change = usePasswordChange(onSaved)
  // The state when the form opened: setting a first password changes it.
  const [asksForOld] = useState(hasPassword)
  const form = useForm({
    initial: { oldPassword: '', password: '', passwordRepeat: '' },
    linked: ['password', 'passwordRepeat'],
    validate: ({ oldPassword, password, passwordRepeat }) => ({
      oldPassword: asksForOld ? currentPasswordError(t, oldPassword) : undefined,
      password: newPasswordError(t, password),
      passwordRepeat: repeatedPasswordError(t, password, passwordRepeat),
    }),
    submit: async ({ oldPassword, password }) => {
      const error = await change.submit({ newPassword: password, ...(asksForOld && { oldPassword }) })
      if (!error) return {}
      if (asksForOld && KnownErrors.PasswordConfirmationMismatch.isInstance(error)) {
        // The service's sentence says that the passwords do not match, which would refer to the repetition here.
        return { oldPassword: t('This is not your current password') }
      }
      return { password: t.error(error) }
    },
  })
  return (
    <EditForm
      onSubmit={form.onSubmit}
      onCancel={onCancel}
      phase={change.phase}
      failure={change.failure}
      submitText={asksForOld ? t('Change password') : t('Set password')}
      pendingText={t('Saving…')}
    >
      <AccountName email={user.primaryEmail} />
      {asksForOld && (
        <PasswordField {...form.field('oldPassword')} label={t('Current password')} autoComplete="current-password" />
      )}
      <NewPasswordFields
        label={t('New password')}
        password={form.field('password')}
        repeatLabel={t('Repeat new password')}
        repeated={form.field('passwordRepeat')}
      />
    </EditForm>
  )
}
