'use client'

import { useEffect, useId, useRef, useState, type RefObject } from 'react'

import { keepBeside, type Placement } from './placement.ts'

/** The attributes of the button that opens a popover. */
export interface PopoverTrigger {
  readonly ref: (button: HTMLButtonElement | null) => void
  readonly 'aria-expanded': boolean
  readonly 'aria-haspopup': 'dialog' | 'menu'
  readonly 'aria-controls': string | undefined
  readonly onPointerDown: () => void
  readonly onClick: () => void
}

export interface Popover<Panel extends HTMLElement> {
  /** The panel is rendered while this is true. */
  readonly isOpen: boolean
  readonly trigger: PopoverTrigger
  readonly panel: { readonly ref: RefObject<Panel | null>; readonly id: string; readonly popover: 'auto' }
  readonly open: () => void
  readonly close: () => void
}

/**
 * State, place and focus of a popover. The browser closes it on Esc and on a press outside.
 *
 * @param findFirst a function outside the component that finds what has the focus first
 */
export function usePopover<Panel extends HTMLElement>(
  kind: 'dialog' | 'menu',
  { align, gap }: Placement,
  findFirst: (panel: Panel) => HTMLElement | null,
): Popover<Panel> {
  const id = useId()
  // A number, because the event that reports a closed popover can come after the click that opens it again.
  const [opening, setOpening] = useState(0)
  const isOpen = opening > 0
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<Panel>(null)
  // A press of the button dismisses an open popover before the click, which must not open it again.
  const wasOpenAtPress = useRef(false)

  useEffect(() => {
    const [element, trigger] = [panel.current, button.current]
    if (opening === 0 || !element || !trigger) return
    const onToggle = (event: ToggleEvent): void => {
      if (event.newState === 'closed') setOpening(0)
    }
    if (!element.matches(':popover-open')) element.showPopover()
    element.addEventListener('toggle', onToggle)
    const stop = keepBeside(element, trigger, { align, gap })
    findFirst(element)?.focus()
    return () => {
      stop()
      element.removeEventListener('toggle', onToggle)
    }
  }, [opening, align, gap, findFirst])

  const open = (): void => setOpening((before) => before + 1)
  const close = (): void => {
    if (panel.current?.contains(document.activeElement)) button.current?.focus()
    setOpening(0)
  }
  return {
    isOpen,
    open,
    close,
    panel: { ref: panel, id, popover: 'auto' },
    trigger: {
      ref: (element) => {
        button.current = element
      },
      'aria-expanded': isOpen,
      'aria-haspopup': kind,
      'aria-controls': isOpen ? id : undefined,
      onPointerDown: () => {
        wasOpenAtPress.current = isOpen
      },
      onClick: () => {
        const closes = wasOpenAtPress.current || panel.current?.matches(':popover-open')
        wasOpenAtPress.current = false
        if (closes) close()
        else open()
      },
    },
  }
}
