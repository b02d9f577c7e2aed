import { useId, type ReactNode } from 'react'
import type { Action } from '../hooks/useAction.ts'
import { useTranslate } from '../i18n/language.ts'
import { Button } from '../parts/Button.tsx'
import { AccountFailure } from './AccountFailure.tsx'

export interface ConfirmInPlaceProps {
  /** Asks by name. */
  readonly question: string
  /** What follows from a yes. */
  readonly consequence?: string | undefined
  readonly confirmText: string
  readonly pendingText: string
  readonly cancelText?: string | undefined
  readonly action: Pick<Action<[], never>, 'phase' | 'failure' | 'submit'>
  readonly onCancel: () => void
}

/**
 * The second question before something that cannot be taken back, in the place of the first. The way back comes first, so
 * that whoever presses Enter twice has changed nothing.
 */
export function ConfirmInPlace(props: ConfirmInPlaceProps): ReactNode {
  const t = useTranslate()
  const id = useId()
  const { phase, failure, submit } = props.action
  return (
    <div className="portico-confirm" role="group" aria-labelledby={id}>
      <p className="portico-confirm-question" id={id}>
        {props.question}
      </p>
      {props.consequence !== undefined && <p className="portico-confirm-consequence">{props.consequence}</p>}
      <AccountFailure failure={failure} />
      <div className="portico-confirm-actions">
        <Button variant="secondary" onClick={props.onCancel}>
          {props.cancelText ?? t('Cancel')}
        </Button>
        <Button variant="danger" phase={phase} pendingText={props.pendingText} onClick={() => void submit()}>
          {props.confirmText}
        </Button>
      </div>
    </div>
  )
}
