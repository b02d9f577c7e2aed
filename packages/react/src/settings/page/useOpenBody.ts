'use client'

import { useEffect, useRef, type RefObject } from 'react'

export interface OpenBody {
  /** For the element with the button that opens. */
  readonly head: RefObject<HTMLDivElement | null>
  /** For the element that is rendered while open. */
  readonly body: RefObject<HTMLDivElement | null>
}

/**
 * Opening moves the focus into the body, closing returns it to the head, and Escape closes.
 *
 * @param onClose undefined while the body must not close. Then Escape does nothing.
 */
export function useOpenBody(isOpen: boolean, onClose: (() => void) | undefined): OpenBody {
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
      if (event.key !== 'Escape') return
      // Handlers around the page, such as those of a dialog of the host, do not see it.
      event.stopPropagation()
      latestClose.current?.()
    }
    element.addEventListener('keydown', onKeyDown)
    return () => element.removeEventListener('keydown', onKeyDown)
  }, [isOpen])
  return { head, body }
}

function firstControl(within: HTMLElement | null): HTMLElement | null {
  return within?.querySelector<HTMLElement>('input:not([type=file], [hidden]), [tabindex="0"], button') ?? null
}
