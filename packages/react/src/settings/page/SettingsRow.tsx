import { useId, type ReactNode } from 'react'
import { Icon } from '../../parts/Icon.tsx'
import { useOpenBody } from './useOpenBody.ts'

export interface SettingsRowProps {
  readonly label: string
  readonly value?: ReactNode
  /** A muted sentence under the value: its purpose, or why it cannot be changed here. */
  readonly note?: ReactNode
  /** The result of the last action, announced to screen readers. */
  readonly done?: string | undefined
  /** The button that opens the row or acts immediately. */
  readonly action?: ReactNode
  /** The items of a row that lists things, below value, action and the content of the open row. */
  readonly list?: ReactNode
  /** The content of the open row. */
  readonly children?: ReactNode
  readonly isOpen?: boolean
  readonly onClose?: () => void
}

/** *label · value · action*, edited in place. */
export function SettingsRow(props: SettingsRowProps): ReactNode {
  const { label, value, note, done, action, list, children, isOpen = false, onClose } = props
  const id = useId()
  const { head, body } = useOpenBody(isOpen, onClose)
  return (
    <div className="portico-row" role="group" aria-labelledby={id} data-open={isOpen ? '' : undefined}>
      <div className="portico-row-label" id={id}>
        {label}
      </div>
      <div className="portico-row-value">
        {value}
        {note !== undefined && !isOpen && <p className="portico-row-note">{note}</p>}
        <p className="portico-row-done" role="status">
          {done !== undefined && !isOpen && (
            <>
              <Icon name="check" />
              {done}
            </>
          )}
        </p>
      </div>
      <div ref={head} className="portico-row-action" tabIndex={-1}>
        {!isOpen && action}
      </div>
      {isOpen && (
        <div ref={body} className="portico-row-body">
          {children}
        </div>
      )}
      {list}
    </div>
  )
}
