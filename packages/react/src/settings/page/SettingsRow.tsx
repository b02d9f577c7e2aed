'use client'

import { useId, type ReactNode } from 'react'
import { Icon } from '../../parts/Icon.tsx'
import { Editable } from './Editable.tsx'
import { useOpenBody } from './useOpenBody.ts'
import type { Row } from './useRow.ts'

export interface SettingsRowProps {
  readonly label: string
  readonly value?: ReactNode
  /** A muted sentence under the value: its purpose, or why it cannot be changed here. */
  readonly note?: ReactNode
  /** The button that opens the row or acts immediately. */
  readonly action?: ReactNode
  /** The action is enabled in a session that changes nothing. */
  readonly isOnlyRead?: boolean
  /** The items of a row that lists things, below value, action and the content of the open row. */
  readonly list?: ReactNode
  /** What is open, and the result of the last act, announced to screen readers. */
  readonly row?: Row
  /** The item of the list that the row is for. */
  readonly id?: string
  /** The act that opens the row, if several rows share the state. Default: every act. */
  readonly act?: string
  /** Escape does not close the row: its content cannot be shown again. */
  readonly isShownOnce?: boolean
  /** The content of the open row. */
  readonly children?: ReactNode
}

/** *label · value · action*, edited in place. */
export function SettingsRow({ label, value, note, list, row, id, act, ...props }: SettingsRowProps): ReactNode {
  const labelId = useId()
  const open = row?.open
  const isOpen = open != null && open.id === id && (act === undefined || open.act === act)
  const done = isOpen || id !== undefined ? undefined : row?.done
  const { head, body } = useOpenBody(isOpen, props.isShownOnce ? undefined : row?.close)
  const action = (
    <div ref={head} className="portico-row-action" tabIndex={-1}>
      {!isOpen && props.action}
    </div>
  )
  return (
    <div className="portico-row" role="group" aria-labelledby={labelId} data-open={isOpen ? '' : undefined}>
      <div className="portico-row-label" id={labelId}>
        {label}
      </div>
      <div className="portico-row-value">
        {value}
        {note !== undefined && !isOpen && <p className="portico-row-note">{note}</p>}
        <p className="portico-row-done" role="status">
          {done !== undefined && (
            <>
              <Icon name="check" />
              {done}
            </>
          )}
        </p>
      </div>
      {props.isOnlyRead ? action : <Editable>{action}</Editable>}
      {isOpen && (
        <Editable>
          <div ref={body} className="portico-row-body">
            {props.children}
          </div>
        </Editable>
      )}
      {list}
    </div>
  )
}
