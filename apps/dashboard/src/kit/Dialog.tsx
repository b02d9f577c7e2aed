import { modalEvents, useModal } from '@portico/ui/parts/modal'
import { useId, type FormEvent, type ReactNode } from 'react'

import { focusFirstInvalid } from './focus.ts'
import './overlay.css'
import { hidePageScrollBar } from './page-scroll.ts'

export interface DialogProps {
  readonly title: ReactNode
  readonly lead?: ReactNode
  /** 600 px instead of 480. */
  readonly isWide?: boolean
  /** Called on Esc, Cancel and a click outside. Absent: only the buttons of the dialog close it. */
  readonly onClose?: (() => void) | undefined
  /** Makes the content a form. */
  readonly onSubmit?: () => void
  readonly footer: ReactNode
  readonly children?: ReactNode
}

/** A modal dialog. It exists while it is open. The field with `data-autofocus` has the focus, else the first control. */
export function Dialog({ title, lead, isWide = false, onClose, onSubmit, footer, children }: DialogProps): ReactNode {
  const id = useId()
  const dialog = useModal(hidePageScrollBar)
  const content = (
    <>
      <h2 id={id}>{title}</h2>
      {lead !== undefined && <div className="lead">{lead}</div>}
      {children}
      <footer>{footer}</footer>
    </>
  )
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      data-wide={isWide || undefined}
      {...modalEvents(onClose)}
    >
      {onSubmit ? (
        <form
          noValidate
          onSubmit={(event: FormEvent<HTMLFormElement>) => {
            event.preventDefault()
            onSubmit()
            focusFirstInvalid(event.currentTarget)
          }}
        >
          {content}
        </form>
      ) : (
        content
      )}
    </dialog>
  )
}
