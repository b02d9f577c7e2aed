'use client'

import { modalEvents, useModal } from '@portico/ui/parts/modal'
import { useId, type ReactNode } from 'react'

export interface DialogProps {
  readonly title: string
  /** One muted sentence below the title. */
  readonly lead?: string | undefined
  /** Undefined while the dialog must not close. Then Escape and a press outside do nothing. */
  readonly onClose: (() => void) | undefined
  readonly children: ReactNode
}

/** A modal dialog. It is open as long as it is rendered. */
export function Dialog({ title, lead, onClose, children }: DialogProps): ReactNode {
  const id = useId()
  const dialog = useModal()
  return (
    <dialog
      ref={dialog}
      className="portico-dialog"
      aria-labelledby={id}
      aria-describedby={lead === undefined ? undefined : `${id}-lead`}
      {...modalEvents(onClose)}
    >
      <header className="portico-card-head">
        <h2 className="portico-title" id={id}>
          {title}
        </h2>
        {lead !== undefined && (
          <p className="portico-lead" id={`${id}-lead`}>
            {lead}
          </p>
        )}
      </header>
      {children}
    </dialog>
  )
}
