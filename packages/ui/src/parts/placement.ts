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

/** Which edge of its trigger a popover shares, in the writing direction, and how far it is from it. */
export interface Placement {
  readonly align: 'start' | 'end'
  readonly gap: number
}

/** Places a box below its trigger, or above it where there is more room, and keeps it in the window. */
export function placeBeside(
  trigger: Box,
  { width, height }: Size,
  viewport: Size,
  { align, gap, isRightToLeft = false }: Placement & { readonly isRightToLeft?: boolean },
): Place {
  const lastLeft = viewport.width - EDGE - width
  const lastTop = viewport.height - EDGE - height
  const below = trigger.bottom + gap
  const above = trigger.top - gap - height
  const fromRight = trigger.right - width
  const fitsLeft = trigger.left <= lastLeft
  const fitsRight = fromRight >= EDGE
  // The other edge if the box does not fit at the wanted one.
  const sharesRight = (align === 'end') === isRightToLeft ? !fitsLeft && fitsRight : fitsRight || !fitsLeft
  return {
    left: clamp(sharesRight ? fromRight : trigger.left, lastLeft),
    top: clamp(below > lastTop && above >= EDGE ? above : below, lastTop),
  }
}

/** Whether a menu or another popover is open that the browser closes on Esc. Everything below it stays open. */
export function isPopoverOpen(): boolean {
  return document.querySelector('[popover=auto]:popover-open') !== null
}

export function moveBeside(popover: HTMLElement, trigger: Element, placement: Placement): void {
  const { offsetWidth: width, offsetHeight: height } = popover
  const { clientWidth, clientHeight } = document.documentElement
  const place = placeBeside(
    trigger.getBoundingClientRect(),
    { width, height },
    { width: clientWidth, height: clientHeight },
    { ...placement, isRightToLeft: getComputedStyle(trigger).direction === 'rtl' },
  )
  popover.style.left = `${place.left}px`
  popover.style.top = `${place.top}px`
}

/**
 * Places an open popover next to its trigger, and again whenever the page scrolls or a size changes.
 *
 * @returns function that stops that
 */
export function keepBeside(popover: HTMLElement, trigger: Element, placement: Placement): () => void {
  const place = (): void => moveBeside(popover, trigger, placement)
  const size = new ResizeObserver(place)
  place()
  size.observe(popover)
  addEventListener('resize', place)
  addEventListener('scroll', place, { passive: true, capture: true })
  return () => {
    size.disconnect()
    removeEventListener('resize', place)
    removeEventListener('scroll', place, { capture: true })
  }
}

function clamp(value: number, max: number): number {
  return Math.max(EDGE, Math.min(value, max))
}
