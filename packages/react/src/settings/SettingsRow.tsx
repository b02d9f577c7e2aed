import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Icon } from '../parts/Icon.tsx'

export interface SettingsRowProps {
  readonly label: string
  readonly value?: ReactNode
  /** A muted sentence under the value: its purpose, or why it cannot be changed here. */
  readonly note?: ReactNode
  /** The result of the last action, announced to screen readers. */
  readonly done?: string | undefined
  /** The button that opens the row or acts immediately. */
  readonly action?: ReactNode
  /** The content of the open row. */
  readonly children?: ReactNode
  readonly isOpen?: boolean
  readonly onClose?: () => void
}

/**
 * *label · value · action*, edited in place. Opening moves the focus into the content, closing returns it to the button, and
 * Escape closes.
 */
export function SettingsRow(props: SettingsRowProps): ReactNode {
  const { label, value, note, done, action, children, isOpen = false, onClose } = props
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current === isOpen) return
    wasOpen.current = isOpen
    if (isOpen) firstControl(body.current)?.focus()
    else (firstControl(head.current) ?? head.current)?.focus()
  }, [isOpen])

  // Attached to the element: a handler in the markup would make the row look like a control.
  const latestClose = useRef(onClose)
  useEffect(() => {
    latestClose.current = onClose
  })
  useEffect(() => {
    const element = body.current
    if (!isOpen || !element) return
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !latestClose.current) return
      event.stopPropagation()
      latestClose.current()
    }
    element.addEventListener('keydown', onKeyDown)
    return () => element.removeEventListener('keydown', onKeyDown)
  }, [isOpen])

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
    </div>
  )
}

function firstControl(within: HTMLElement | null): HTMLElement | null {
  return within?.querySelector<HTMLElement>('input:not([type=file], [hidden]), [tabindex="0"], button') ?? null
}
