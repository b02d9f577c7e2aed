'use client'

import type { ReactNode } from 'react'
import { countPasswordCodePoints } from '@portico/contract/code-points'
import { PASSWORD_MIN_CODE_POINTS } from '@portico/contract/limits'
import type { FieldBinding } from '@portico/ui/form/useForm'
import { useTranslate } from '../i18n/language.ts'
import { Icon } from './Icon.tsx'
import { PasswordField } from './Field.tsx'

export interface NewPasswordFieldsProps {
  readonly label: string
  readonly password: FieldBinding
  readonly repeatLabel: string
  /** Omitted if the host does not require the password twice. */
  readonly repeated?: FieldBinding | undefined
}

/** The fields for a new password: the password with its rule, which is checked while typing, and the repetition. */
export function NewPasswordFields({ label, password, repeatLabel, repeated }: NewPasswordFieldsProps): ReactNode {
  const t = useTranslate()
  const longEnough = countPasswordCodePoints(password.value) >= PASSWORD_MIN_CODE_POINTS
  const rule = (
    <span className="portico-rule" data-met={longEnough ? '' : undefined}>
      {t('At least {n} characters', { n: PASSWORD_MIN_CODE_POINTS })}
      <Icon name="check" />
    </span>
  )
  return (
    <>
      <PasswordField {...password} label={label} autoComplete="new-password" hint={rule} />
      {repeated && <PasswordField {...repeated} label={repeatLabel} autoComplete="new-password" />}
    </>
  )
}
