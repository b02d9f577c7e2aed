import type { KnownError } from '@portico/client'
import type { ReactNode } from 'react'
import type { Action } from '../../hooks/useAction.ts'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { CodeField } from '../../parts/CodeField.tsx'
import { AccountFailure } from './AccountFailure.tsx'
import { useCodeEntry, type CodeEntry } from './useCodeEntry.ts'

interface AppCodeFormProps {
  readonly question?: string
  /** The consequence of the change; absent if the button states it. */
  readonly consequence?: string
  readonly submitText: string
  readonly pendingText: string
  readonly variant: 'primary' | 'danger'
  readonly action: Pick<Action<[totpCode: string], KnownError>, 'phase' | 'failure' | 'submit'>
  /** Default: the sentence of the error. */
  readonly describe?: (error: KnownError) => string
  readonly onCancel: () => void
}

/**
 * Asks for a code of the authenticator app, which the service compares: an open session alone cannot change how the user
 * signs in.
 */
export function AppCodeForm(props: AppCodeFormProps): ReactNode {
  const { question, consequence, submitText, pendingText, variant, action, describe, onCancel } = props
  const t = useTranslate()
  const entry = useCodeEntry<KnownError>()
  function send(): void {
    if (!entry.requireComplete(entry.code)) return
    void action.submit(entry.code).then((refusal) => {
      if (refusal !== null) entry.refuse(refusal)
    })
  }
  return (
    <form
      className="portico-confirm"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {question !== undefined && <p className="portico-confirm-question">{question}</p>}
      {consequence !== undefined && <p className="portico-confirm-consequence">{consequence}</p>}
      <div className="portico-step-field">
        <AppCodeField entry={entry} busy={action.phase !== 'idle'} describe={describe} takesFocus />
      </div>
      <AccountFailure failure={action.failure} />
      <div className="portico-confirm-actions">
        <Button variant="secondary" onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button type="submit" variant={variant} phase={action.phase} pendingText={pendingText}>
          {submitText}
        </Button>
      </div>
    </form>
  )
}

interface AppCodeFieldProps {
  readonly entry: CodeEntry<KnownError>
  readonly busy: boolean
  /** Default: the sentence of the error. */
  readonly describe?: ((error: KnownError) => string) | undefined
  readonly takesFocus?: boolean
}

export function AppCodeField({ entry, busy, describe, takesFocus = false }: AppCodeFieldProps): ReactNode {
  const t = useTranslate()
  const { problem } = entry
  return (
    <CodeField
      label={t('Code from your authenticator app')}
      kind="digits"
      value={entry.code}
      onChange={entry.onChange}
      error={problem === 'incomplete' ? t('Please enter all six digits') : problem && (describe ?? t.error)(problem)}
      busy={busy}
      takesFocus={takesFocus}
    />
  )
}
