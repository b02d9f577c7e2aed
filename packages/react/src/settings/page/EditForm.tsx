import type { FormEvent, ReactNode } from 'react'
import type { ActionPhase } from '../../hooks/useAction.ts'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { AccountFailure } from './AccountFailure.tsx'

export interface EditFormProps {
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Undefined for a form that stays open. */
  readonly onCancel: (() => void) | undefined
  readonly phase: ActionPhase
  readonly failure: unknown
  readonly submitText: string
  readonly pendingText: string
  readonly children: ReactNode
}

/** The frame of a form inside a row: the fields, a notice for errors that belong to no field, submit and cancel. */
export function EditForm(props: EditFormProps): ReactNode {
  const t = useTranslate()
  return (
    <form className="portico-edit" noValidate onSubmit={props.onSubmit} data-phase={props.phase}>
      {props.children}
      <AccountFailure failure={props.failure} />
      <div className="portico-edit-actions">
        <Button type="submit" phase={props.phase} pendingText={props.pendingText}>
          {props.submitText}
        </Button>
        {props.onCancel && (
          <Button variant="secondary" onClick={props.onCancel}>
            {t('Cancel')}
          </Button>
        )}
      </div>
      <p className="portico-visually-hidden" role="status">
        {props.phase === 'pending' ? props.pendingText : ''}
      </p>
    </form>
  )
}
