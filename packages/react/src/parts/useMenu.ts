import { foldText } from '@portico/contract/search-text'
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'

export interface Menu {
  readonly open: boolean
  /** For the button; a second press closes the menu. */
  readonly onTriggerPointerDown: () => void
  readonly onTriggerClick: () => void
  readonly show: () => void
  readonly close: () => void
  /** For the menu, and for a field that searches it. */
  readonly onMenuKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** Edge of the button that the menu is aligned with. */
export type MenuAlign = 'start' | 'end'

/** Distance between the menu and its button, and between the menu and the edge of the window. */
const GAP_PIXELS = 8

/** Letters typed within this time belong together. */
const TYPING_MILLIS = 700

/**
 * A menu of the ARIA Authoring Practices, in the browser's top layer. The popover provides light dismissal, Escape and
 * returning the focus to the button. This hook adds the position and the arrow keys.
 */
export function useMenu(
  trigger: RefObject<HTMLElement | null>,
  menu: RefObject<HTMLElement | null>,
  align: MenuAlign = 'start',
): Menu {
  const [open, setOpen] = useState(false)
  // Pressing the button dismisses an open menu before the click event, so the click must not open it again.
  const openAtPress = useRef(false)
  const typed = useRef({ text: '', atMillis: 0 })

  useEffect(() => {
    const element = menu.current
    if (!element) return
    const onToggle = (event: Event): void => {
      setOpen((event as ToggleEvent).newState === 'open')
    }
    element.addEventListener('toggle', onToggle)
    return () => element.removeEventListener('toggle', onToggle)
  })

  useEffect(() => {
    if (!open) return
    const follow = (): void => place(trigger.current, menu.current, align)
    addEventListener('resize', follow)
    addEventListener('scroll', follow, { capture: true, passive: true })
    return () => {
      removeEventListener('resize', follow)
      removeEventListener('scroll', follow, { capture: true })
    }
  }, [open, trigger, menu, align])

  function show(): void {
    menu.current?.showPopover()
    place(trigger.current, menu.current, align)
    menu.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
  }

  /** Finds an entry by its first letters. A menu with a field searches instead. */
  function findByLetter(within: HTMLElement, here: number, letter: string): void {
    const field = within.querySelector('input')
    // The character arrives in the field.
    if (field) return field.focus()
    const { text, atMillis } = typed.current
    const isContinued = performance.now() - atMillis < TYPING_MILLIS
    typed.current = { text: (isContinued ? text : '') + foldText(letter), atMillis: performance.now() }
    const items = itemsOf(within)
    const start = here + (isContinued ? 0 : 1)
    const ordered = [...items.slice(start), ...items.slice(0, start)]
    ordered.find((item) => foldText(labelOf(item)).startsWith(typed.current.text))?.focus()
  }

  return {
    open,
    onTriggerPointerDown: () => {
      openAtPress.current = open
    },
    onTriggerClick: () => {
      // The event that updates `open` comes later than the change itself.
      const closes = menu.current?.matches(':popover-open') === true || openAtPress.current
      openAtPress.current = false
      if (closes) return menu.current?.hidePopover()
      show()
    },
    show,
    close: () => menu.current?.hidePopover(),
    onMenuKeyDown: (event) => {
      // Tab closes the menu; the focus order of the popover then continues after the button.
      if (event.key === 'Tab') return menu.current?.hidePopover()
      const within = menu.current
      if (!within) return
      const items = itemsOf(within)
      const here = items.indexOf(event.target as HTMLElement)
      const isTyping = event.target instanceof HTMLInputElement
      if (isTyping && !event.key.startsWith('Arrow')) return
      const isCharacter = event.key.length === 1 && event.key !== ' '
      if (isCharacter && !event.ctrlKey && !event.metaKey && !event.altKey) {
        return findByLetter(within, here, event.key)
      }
      const moves: Readonly<Record<string, number>> = {
        ArrowDown: here + 1,
        ArrowUp: here - 1,
        Home: 0,
        End: items.length - 1,
      }
      const there = moves[event.key]
      if (there === undefined) return
      event.preventDefault()
      items.at(there % items.length)?.focus()
    },
  }
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('input, [role="menuitem"]')]
}

function labelOf(item: HTMLElement): string {
  return (item.querySelector('bdi') ?? item).textContent.trim()
}

/** Below the button, or above it if the menu does not fit below; aligned to the other edge if it does not fit at this one. */
function place(trigger: HTMLElement | null, menu: HTMLElement | null, align: MenuAlign): void {
  if (!trigger || !menu) return
  const button = trigger.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = menu
  const { clientWidth, clientHeight } = document.documentElement
  const fitsLeft = button.left + width <= clientWidth - GAP_PIXELS
  const fitsRight = button.right - width >= GAP_PIXELS
  const isRightToLeft = getComputedStyle(trigger).direction === 'rtl'
  const prefersRight = isRightToLeft === (align === 'start')
  const left = (prefersRight ? fitsRight : !fitsLeft) ? button.right - width : button.left
  const below = button.bottom + GAP_PIXELS
  const top = below + height > clientHeight - GAP_PIXELS ? button.top - GAP_PIXELS - height : below
  menu.style.left = `${Math.max(GAP_PIXELS, left)}px`
  menu.style.top = `${Math.max(GAP_PIXELS, top)}px`
}
