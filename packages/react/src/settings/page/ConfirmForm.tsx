'use client'

import type { KnownError } from '@portico/client'
import { RECOVERY_CODE_CHARACTERS, TOTP_DIGITS } from '@portico/contract/limits'
import { useForm, type FieldBinding } from '@portico/ui/form/useForm'
import { useId, useState, type ReactNode } from 'react'
import { submitting } from '../../parts/Form.tsx'
import { useAfterReads } from '../../hooks/stale-reads.ts'
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
  /**
   * Asks for a code of the authenticator app, which the service compares: an open session alone cannot change how the
   * user signs in.
   */
  readonly asksForCode?: boolean
  /** Describes a refused code. Default: the sentence of the error. */
  readonly describe?: (error: KnownError) => string
  readonly onCancel: () => void
}

/**
 * Asks for confirmation, in place, before an action that cannot be undone. The cancel button comes first, so that
 * pressing Enter twice changes nothing.
 */
export function ConfirmForm(props: ConfirmFormProps): ReactNode {
  const t = useTranslate()
  const id = useId()
  const { question, consequence, warning, action, asksForCode = false, describe = t.error } = props
  const { failure } = action
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
  const { isWaiting, run } = useAfterReads(form.submit)
  const phase = isWaiting ? 'pending' : action.phase
  return (
    <div {...(question !== undefined && { role: 'group', 'aria-labelledby': id })}>
      <form className="portico-confirm" noValidate onSubmit={submitting(run)}>
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

/**
 * Returns the error of a code from the present authenticator app or a recovery code, or undefined for a complete one.
 */
export function codeError(t: Translate, code: string): string | undefined {
  return [TOTP_DIGITS, RECOVERY_CODE_CHARACTERS].includes(code.length) ? undefined : t('Please enter the whole code')
}

interface AppCodeFieldProps extends Pick<FieldBinding, 'value' | 'onChange' | 'error'> {
  /** Default: "Code from your authenticator app". */
  readonly label?: string
  readonly onComplete?: (code: string) => void
  readonly busy: boolean
  readonly takesFocus?: boolean
}

/** The field for a code of the present authenticator app, or for a recovery code of a user who has lost it. */
export function AppCodeField({ label, takesFocus = false, ...field }: AppCodeFieldProps): ReactNode {
  const t = useTranslate()
  const [isWithoutApp, setIsWithoutApp] = useState(false)
  const ofApp = { kind: 'digits', label: label ?? t('Code from your authenticator app') } as const
  const ofRecovery = {
    kind: 'letters-and-digits',
    length: RECOVERY_CODE_CHARACTERS,
    label: t('Recovery code'),
  } as const
  return (
    <>
      <CodeField
        key={String(isWithoutApp)}
        {...(isWithoutApp ? ofRecovery : ofApp)}
        {...field}
        takesFocus={takesFocus || isWithoutApp}
      />
      <Button
        variant="quiet"
        onClick={() => {
          setIsWithoutApp(!isWithoutApp)
          field.onChange('')
        }}
      >
        {isWithoutApp ? t('Use your authenticator app') : t('Use a recovery code')}
      </Button>
    </>
  )
}
