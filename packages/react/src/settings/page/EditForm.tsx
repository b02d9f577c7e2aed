'use client'

import { useContext, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { KeptUserContext } from '../../app/useUser.ts'
import { submitting } from '../../parts/Form.tsx'
import { useAfterReads } from '../../hooks/stale-reads.ts'
import type { Action } from '../../hooks/useAction.ts'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { AccountFailure } from './AccountFailure.tsx'
import { useSettings } from './settings-context.ts'

/** The state of the action behind a form. */
export type ActionState = Pick<Action<never, never>, 'phase' | 'failure' | 'reset'>

export interface EditFormProps {
  readonly onSubmit: () => unknown
  /** Undefined for a form that stays open. */
  readonly onCancel: (() => void) | undefined
  readonly action: ActionState
  /** Default: "Save". */
  readonly submitText?: string | undefined
  readonly pendingText?: string | undefined
  readonly children: ReactNode
}

/** The frame of a form inside a row: the fields, a notice for errors that belong to no field, submit and cancel. */
export function EditForm({ onSubmit, onCancel, action, ...props }: EditFormProps): ReactNode {
  const t = useTranslate()
  const { failure } = action
  const { isWaiting, run } = useAfterReads(onSubmit)
  const phase = isWaiting ? 'pending' : action.phase
  const { submitText = t('Save'), pendingText = t('Saving…') } = props
  useOpenForm(action)
  return (
    <form className="portico-edit" noValidate onSubmit={submitting(run)} data-phase={phase}>
      {props.children}
      <AccountFailure failure={failure} />
      <div className="portico-edit-actions">
        <Button type="submit" phase={phase} pendingText={pendingText}>
          {submitText}
        </Button>
        {onCancel && (
          <Button variant="secondary" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        )}
      </div>
      <p className="portico-visually-hidden" role="status">
        {phase === 'pending' ? pendingText : ''}
      </p>
    </form>
  )
}

/**
 * Clears the failure from the last time that the form or question was open, or from before the session ended. Keeps the
 * page until the user has signed in again.
 */
export function useOpenForm({ reset }: Pick<ActionState, 'reset'>): void {
  const { openForm } = useSettings()
  useEffect(openForm, [openForm])
  const first = useRef(reset)
  const hasEnded = useContext(KeptUserContext) !== null
  // A layout effect, so that the old failure is never painted.
  useLayoutEffect(() => first.current(), [hasEnded])
}
