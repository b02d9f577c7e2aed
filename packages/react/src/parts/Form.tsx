'use client'

import { createContext, useContext, type FormEvent, type ReactNode } from 'react'
import { useTranslate } from '../i18n/language.ts'
import { describeFailure } from '../form/describe-error.ts'
import type { ActionPhase } from '../hooks/useAction.ts'
import { Notice } from './Notice.tsx'
import { Button } from './Button.tsx'

export interface FormProps {
  readonly onSubmit: () => unknown
  readonly action: { readonly phase: ActionPhase; readonly failure: unknown }
  readonly submitText: string
  readonly pendingText: string
  readonly doneText: string
  readonly children: ReactNode
}

/** Whether a call that decides about the submission of the form still runs. The form is pending meanwhile. */
export const PendingContext = createContext(false)

/** The frame of every form: the fields, a notice for errors that belong to no field, and the submit button. */
export function Form({ onSubmit, action, submitText, ...props }: FormProps): ReactNode {
  const t = useTranslate()
  const phase = useContext(PendingContext) ? 'pending' : action.phase
  const { failure } = action
  const { pendingText, doneText } = props
  return (
    // Turn the browser's validation off: its messages use the browser's language and disappear after a moment.
    <form className="portico-form" noValidate onSubmit={submitting(onSubmit)} data-phase={phase}>
      {props.children}
      {failure !== null && <Notice {...describeFailure(t, failure)} />}
      <Button type="submit" phase={phase} pendingText={pendingText} doneText={doneText}>
        {submitText}
      </Button>
      <p className="portico-visually-hidden" role="status">
        {{ idle: '', pending: pendingText, done: doneText }[phase]}
      </p>
    </form>
  )
}

/** The handler of a form element that our code submits instead of the browser. */
export function submitting(submit: () => unknown): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault()
    submit()
  }
}
