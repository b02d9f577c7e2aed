const GAP = 4
const EDGE = 8

export interface Place {
  readonly left: number
  readonly top: number
}

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Places a box below its trigger, or above it where there is more room, and keeps it in the window.
 *
 * @param align the edge of the trigger that the box shares, in the writing direction
 */
export function placeBeside(
  trigger: Box,
  box: Size,
  viewport: Size,
  { align = 'start', isRightToLeft = false }: { align?: 'start' | 'end'; isRightToLeft?: boolean } = {},
): Place {
  const sharesRight = (align === 'end') !== isRightToLeft
  const wantedLeft = sharesRight ? trigger.right - box.width : trigger.left
  const below = trigger.bottom + GAP
  const above = trigger.top - GAP - box.height
  const fitsBelow = below + box.height <= viewport.height - EDGE
  const top = fitsBelow || above < EDGE ? Math.min(below, viewport.height - EDGE - box.height) : above
  return {
    left: clamp(wantedLeft, EDGE, viewport.width - EDGE - box.width),
    top: Math.max(EDGE, top),
  }
}

/** Whether a menu or another popover is open that the browser closes on Esc. Everything below it stays open. */
export function isPopoverOpen(): boolean {
  return document.querySelector('[popover=auto]:popover-open') !== null
}

/** Moves an open popover beside its trigger. */
export function moveBeside(popover: HTMLElement, trigger: Element, align: 'start' | 'end'): void {
  const { offsetWidth: width, offsetHeight: height } = popover
  const { clientWidth, clientHeight } = document.documentElement
  const place = placeBeside(
    trigger.getBoundingClientRect(),
    { width, height },
    { width: clientWidth, height: clientHeight },
    { align, isRightToLeft: getComputedStyle(trigger).direction === 'rtl' },
  )
  popover.style.left = `${place.left}px`
  popover.style.top = `${place.top}px`
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, max))
}
