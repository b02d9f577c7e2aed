import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'

import './overlay.css'
import { moveBeside } from './popover.ts'

/** The attributes of the button that opens a popover. */
export interface TriggerProps {
  readonly ref: (button: HTMLButtonElement | null) => void
  readonly 'aria-expanded': boolean
  readonly 'aria-haspopup': 'dialog' | 'menu'
  readonly 'aria-controls': string | undefined
  readonly onClick: () => void
}

export interface OpenPopover {
  readonly id: string
  readonly isOpen: boolean
  readonly trigger: TriggerProps
  readonly open: () => void
  readonly close: () => void
  readonly panel: RefObject<HTMLDivElement | null>
}

/** State, place and focus of a popover. The browser closes it on Esc and on a click outside. */
export function usePopover(kind: 'dialog' | 'menu', align: 'start' | 'end'): OpenPopover {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const closedAt = useRef(0)

  useLayoutEffect(() => {
    const element = panel.current
    if (!isOpen || !element) return
    element.showPopover()
    const place = (): void => {
      if (button.current) moveBeside(element, button.current, align)
    }
    place()
    const size = new ResizeObserver(place)
    size.observe(element)
    window.addEventListener('resize', place)
    // A scrolled page would leave the popover behind.
    window.addEventListener('scroll', place, { passive: true, capture: true })
    return () => {
      size.disconnect()
      window.removeEventListener('resize', place)
      window.removeEventListener('scroll', place, { capture: true })
    }
  }, [isOpen, align])

  useEffect(() => {
    const element = panel.current
    if (!isOpen || !element) return
    const onToggle = (event: ToggleEvent): void => {
      if (event.newState !== 'closed') return
      closedAt.current = performance.now()
      setOpen(false)
    }
    element.addEventListener('toggle', onToggle)
    return () => element.removeEventListener('toggle', onToggle)
  }, [isOpen])

  const close = (): void => {
    const hadFocus = panel.current?.contains(document.activeElement) ?? false
    setOpen(false)
    if (hadFocus) button.current?.focus()
  }
  return {
    id,
    isOpen,
    panel,
    close,
    open: () => setOpen(true),
    trigger: {
      ref: (element) => {
        button.current = element
      },
      'aria-expanded': isOpen,
      'aria-haspopup': kind,
      'aria-controls': isOpen ? id : undefined,
      // The press on the open button has already closed the popover.
      onClick: () => (isOpen || performance.now() - closedAt.current < 50 ? close() : setOpen(true)),
    },
  }
}

export interface PopoverProps {
  readonly label: string
  readonly align?: 'start' | 'end'
  readonly trigger: (props: TriggerProps) => ReactNode
  readonly children: (close: () => void) => ReactNode
}

/** A small dialog beside its button, such as the choices of a filter. */
export function Popover({ label, align = 'start', trigger, children }: PopoverProps): ReactNode {
  const popover = usePopover('dialog', align)
  const { isOpen, panel } = popover
  useEffect(() => {
    const find = (selector: string): HTMLElement | null | undefined =>
      panel.current?.querySelector<HTMLElement>(selector)
    if (isOpen) (find('input[type=radio]:checked') ?? find('input, select, textarea, button, a'))?.focus()
  }, [isOpen, panel])
  return (
    <>
      {trigger(popover.trigger)}
      {isOpen && (
        <div
          ref={panel}
          id={popover.id}
          popover="auto"
          className="popover"
          role="dialog"
          aria-label={label}
          data-padded=""
        >
          {children(popover.close)}
        </div>
      )}
    </>
  )
}
