import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Icon } from '../parts/Icon.tsx'

export interface SettingsRowProps {
  readonly label: string
  readonly value?: ReactNode
  /** A quiet sentence under the value: what it is for, or why nothing can be done here. */
  readonly note?: ReactNode
  /** What has just been done; said to those who listen as well. */
  readonly done?: string | undefined
  /** The button that opens the row, or acts at once. */
  readonly action?: ReactNode
  /** What the opened row shows. */
  readonly children?: ReactNode
  readonly isOpen?: boolean
  readonly onClose?: () => void
}

/**
 * *label · value · action*, edited in its place. Opening moves the focus into what opened, closing gives it back to the
 * button, and Escape closes.
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

  // On the element itself: it is no control that a handler in the markup would make it look like.
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
