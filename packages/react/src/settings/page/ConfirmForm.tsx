'use client'

import type { KnownError } from '@portico/client'
import { TOTP_DIGITS } from '@portico/contract/limits'
import { useForm, type FieldBinding } from '@portico/ui/form/useForm'
import { useId, type ReactNode } from 'react'
import { submitting } from '../../form/submitting.ts'
import type { Action } from '../../hooks/useAction.ts'
import { useTranslate } from '../../i18n/language.ts'
import type { Translate } from '../../i18n/translate.ts'
import { Button } from '../../parts/Button.tsx'
import { CodeField } from '../../parts/CodeField.tsx'
import { AccountFailure } from './AccountFailure.tsx'
import { useOpenForm } from './EditForm.tsx'

export interface ConfirmFormProps {
  readonly question?: string
  /** The consequence of confirming. */
  readonly consequence?: string | undefined
  /** A consequence that the user may not expect. */
  readonly warning?: string | undefined
  readonly confirmText: string
  readonly pendingText: string
  readonly cancelText?: string
  /** Default: `danger`. */
  readonly variant?: 'primary' | 'danger'
  readonly action: Pick<Action<[totpCode?: string], KnownError>, 'phase' | 'failure' | 'reset' | 'submit'>
  /** Asks for a code of the authenticator app, which the service compares: an open session alone cannot change how the user signs in. */
  readonly asksForCode?: boolean
  /** Describes a refused code. Default: the sentence of the error. */
  readonly describe?: (error: KnownError) => string
  readonly onCancel: () => void
}

/**
 * Asks for confirmation, in place, before an action that cannot be undone. The cancel button comes first, so that pressing Enter
 * twice changes nothing.
 */
export function ConfirmForm(props: ConfirmFormProps): ReactNode {
  const t = useTranslate()
  const id = useId()
  const { question, consequence, warning, action, asksForCode = false, describe = t.error } = props
  const { phase, failure } = action
  useOpenForm(action)
  const form = useForm({
    initial: { code: '' },
    validate: ({ code }) => ({ code: asksForCode ? codeError(t, code) : undefined }),
    submit: async ({ code }) => {
      const refusal = await action.submit(...(asksForCode ? [code] : []))
      if (!refusal) return
      form.set('code', '')
      return { code: describe(refusal) }
    },
  })
  return (
    <div {...(question !== undefined && { role: 'group', 'aria-labelledby': id })}>
      <form className="portico-confirm" noValidate onSubmit={submitting(form.submit)}>
        {question !== undefined && (
          <p className="portico-confirm-question" id={id}>
            {question}
          </p>
        )}
        {consequence !== undefined && <p className="portico-confirm-consequence">{consequence}</p>}
        {warning !== undefined && <p className="portico-warning">{warning}</p>}
        {asksForCode && (
          <div className="portico-step-field">
            <AppCodeField {...form.field('code')} busy={phase !== 'idle'} takesFocus />
          </div>
        )}
        <AccountFailure failure={failure} />
        <div className="portico-confirm-actions">
          <Button variant="secondary" onClick={props.onCancel}>
            {props.cancelText ?? t('Cancel')}
          </Button>
          <Button type="submit" variant={props.variant ?? 'danger'} phase={phase} pendingText={props.pendingText}>
            {props.confirmText}
          </Button>
        </div>
      </form>
    </div>
  )
}

/** Returns the error of a code of the authenticator app, or undefined for a complete one. */
export function codeError(t: Translate, code: string): string | undefined {
  return code.length === TOTP_DIGITS ? undefined : t('Please enter all six digits')
}

interface AppCodeFieldProps extends Pick<FieldBinding, 'value' | 'onChange' | 'error'> {
  readonly busy: boolean
  readonly takesFocus?: boolean
}

/** The field for a code of the authenticator app. */
export function AppCodeField({ value, onChange, error, busy, takesFocus = false }: AppCodeFieldProps): ReactNode {
  const t = useTranslate()
  return (
    <CodeField
      label={t('Code from your authenticator app')}
      kind="digits"
      value={value}
      onChange={onChange}
      error={error}
      busy={busy}
      takesFocus={takesFocus}
    />
  )
}
