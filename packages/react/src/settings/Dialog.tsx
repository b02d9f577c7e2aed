import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react'

export interface DialogProps {
  readonly title: string
  /** One muted sentence below the title. */
  readonly lead?: string | undefined
  /** Undefined while the dialog must not close. Then Escape and a press outside do nothing. */
  readonly onClose: (() => void) | undefined
  readonly children: ReactNode
}

/**
 * A modal dialog of the browser: it contains the focus, makes the rest of the page inert, and returns the focus to the
 * control that opened it. It is open as long as it is rendered.
 */
export function Dialog({ title, lead, onClose, children }: DialogProps): ReactNode {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const latestClose = useRef(onClose)
  useEffect(() => {
    latestClose.current = onClose
  })
  // A layout effect: the browser returns the focus only while the element is in the document.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const requestClose = (): void => latestClose.current?.()
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      // Chromium closes a dialog at the second Escape, even if its `cancel` event is prevented.
      event.preventDefault()
      event.stopPropagation()
      requestClose()
    }
    const onCancel = (event: Event): void => {
      event.preventDefault()
      requestClose()
    }
    const onPointerDown = (event: PointerEvent): void => {
      if (isOutside(event, element.getBoundingClientRect())) requestClose()
    }
    element.addEventListener('keydown', onKeyDown)
    element.addEventListener('cancel', onCancel)
    element.addEventListener('pointerdown', onPointerDown)
    element.showModal()
    return () => {
      element.removeEventListener('keydown', onKeyDown)
      element.removeEventListener('cancel', onCancel)
      element.removeEventListener('pointerdown', onPointerDown)
      element.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className="portico-dialog"
      aria-labelledby={id}
      aria-describedby={lead === undefined ? undefined : `${id}-lead`}
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

/** Presses of the backdrop have the dialog as their target too. */
function isOutside({ clientX: x, clientY: y }: PointerEvent, { left, right, top, bottom }: DOMRect): boolean {
  return x < left || x > right || y < top || y > bottom
}
