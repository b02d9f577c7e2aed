import type { FormEvent, ReactNode } from 'react'
import { useTranslate } from '../i18n/language.ts'
import { describeFailure } from '../form/describe-error.ts'
import type { ActionPhase } from '../hooks/useAction.ts'
import { Notice } from './Notice.tsx'
import { Button } from './Button.tsx'

export interface FormProps {
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  readonly phase: ActionPhase
  readonly failure: unknown
  readonly submitText: string
  readonly pendingText: string
  readonly doneText: string
  readonly children: ReactNode
}

/** The frame of every form: the fields, a notice for errors that belong to no field, and the submit button. */
export function Form(props: FormProps): ReactNode {
  const t = useTranslate()
  return (
    // Turn the browser's validation off: its messages use the browser's language and disappear after a moment.
    <form className="portico-form" noValidate onSubmit={props.onSubmit} data-phase={props.phase}>
      {props.children}
      {props.failure !== null && <Notice {...describeFailure(t, props.failure)} />}
      <Button type="submit" phase={props.phase} pendingText={props.pendingText} doneText={props.doneText}>
        {props.submitText}
      </Button>
      <p className="portico-visually-hidden" role="status">
        {{ idle: '', pending: props.pendingText, done: props.doneText }[props.phase]}
      </p>
    </form>
  )
}
