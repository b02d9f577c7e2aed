import { useId, type ReactNode } from 'react'
import type { Action } from '../../hooks/useAction.ts'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { AccountFailure } from './AccountFailure.tsx'

export interface ConfirmInPlaceProps {
  /** The question. */
  readonly question: string
  /** The consequence of confirming. */
  readonly consequence?: string | undefined
  /** A consequence that the user may not expect. */
  readonly warning?: string | undefined
  readonly confirmText: string
  readonly pendingText: string
  readonly cancelText?: string | undefined
  readonly action: Pick<Action<[], never>, 'phase' | 'failure' | 'submit'>
  readonly onCancel: () => void
}

/**
 * Asks for confirmation, in place, before an action that cannot be undone. The cancel button comes first, so that pressing Enter
 * twice changes nothing.
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
      {props.warning !== undefined && <p className="portico-warning">{props.warning}</p>}
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
