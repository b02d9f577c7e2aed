'use client'

import { KnownErrors } from '@portico/client'
import { useForm } from '@portico/ui/form/useForm'
import { useState, type ReactNode } from 'react'
import { currentPasswordError, newPasswordError, repeatedPasswordError } from '../../form/rules.ts'
import { weakPassword } from '../../form/weak-password.ts'
import { useTranslate } from '../../i18n/language.ts'
import { AccountName } from '../../parts/AccountName.tsx'
import { Button } from '../../parts/Button.tsx'
import { NewPasswordFields } from '../../parts/NewPasswordFields.tsx'
import { PasswordField } from '../../parts/Field.tsx'
import { EditForm } from '../page/EditForm.tsx'
import { useSettings } from '../page/settings-context.ts'
import { SettingsRow } from '../page/SettingsRow.tsx'
import { useRow, type Row } from '../page/useRow.ts'
import { usePasswordChange } from './usePasswordChange.ts'

export function PasswordRow(): ReactNode {
  const t = useTranslate()
  const { user } = useSettings()
  const row = useRow()
  const { hasPassword, passwordChangeAdvised } = user
  // Signing in with a password requires an e-mail address.
  const isPossible = hasPassword || user.primaryEmail !== null
  return (
    <SettingsRow
      row={row}
      label={t('Password')}
      value={
        hasPassword ? (
          <>
            <span className="portico-row-dots">
              <span aria-hidden="true">••••••••</span>
              <span className="portico-visually-hidden">{t('Set')}</span>
            </span>
            {passwordChangeAdvised && <p className="portico-warning">{t(weakPassword)}</p>}
          </>
        ) : (
          <span className="portico-row-none">{t('Not set')}</span>
        )
      }
      note={isPossible ? undefined : t('To set a password, you need an email address to sign in with.')}
      action={
        isPossible && (
          <Button variant="quiet" onClick={() => row.start('edit')}>
            {hasPassword ? t('Change') : t('Set password')}
          </Button>
        )
      }
    >
      <PasswordForm hasPassword={hasPassword} row={row} />
    </SettingsRow>
  )
}

function PasswordForm({ hasPassword, row }: { readonly hasPassword: boolean; readonly row: Row }): ReactNode {
  const t = useTranslate()
  const { user } = useSettings()
  // The state when the form opened: setting a first password changes it.
  const [asksForOld] = useState(hasPassword)
  const change = usePasswordChange(() =>
    row.finish(asksForOld ? t('Password changed. All other sessions have ended.') : t('Password set.')),
  )
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
      if (!error) return
      if (asksForOld && KnownErrors.PasswordConfirmationMismatch.isInstance(error)) {
        // The service's sentence says that the passwords do not match, which would refer to the repetition here.
        return { oldPassword: t('This is not your current password') }
      }
      return { password: t.error(error) }
    },
  })
  return (
    <EditForm
      onSubmit={form.submit}
      onCancel={row.close}
      action={change}
      submitText={asksForOld ? t('Change password') : t('Set password')}
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
