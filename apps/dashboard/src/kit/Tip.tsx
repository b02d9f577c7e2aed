import { moveBeside } from '@portico/ui/parts/placement'
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'

import './overlay.css'
import { POPOVER_GAP_PIXELS } from './popover-gap.ts'

const DELAY_MILLIS = 400

export interface TipProps {
  readonly text: string
  readonly children: ReactNode
  readonly className?: string | undefined
  /** Takes the direction of the text. */
  readonly isUserText?: boolean
  /** Whether the tip is needed: only text that is cut off needs its full form. */
  readonly onlyIfCut?: boolean
}

/** Shows more about a text on hover and, if the text or its parent has the focus, for screen readers too. */
export function Tip({ text, children, className, isUserText = false, onlyIfCut = false }: TipProps): ReactNode {
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const tip = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isShown, setShown] = useState(false)

  useLayoutEffect(() => {
    if (!isShown || !tip.current || !anchor.current) return
    tip.current.showPopover()
    moveBeside(tip.current, anchor.current, { align: 'start', gap: POPOVER_GAP_PIXELS })
  }, [isShown])
  useEffect(() => {
    if (!isShown) return
    const hide = (event: Event): void => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Escape') setShown(false)
    }
    document.addEventListener('keydown', hide)
    document.addEventListener('scroll', hide, { passive: true, capture: true })
    return () => {
      document.removeEventListener('keydown', hide)
      document.removeEventListener('scroll', hide, { capture: true })
    }
  }, [isShown])
  useEffect(() => () => clearTimeout(timer.current), [])

  return (
    <span
      ref={anchor}
      className={className}
      dir={isUserText ? 'auto' : undefined}
      aria-describedby={isShown ? id : undefined}
      onPointerEnter={({ pointerType }) => {
        if (pointerType === 'touch' || (onlyIfCut && !isCut(anchor.current))) return
        timer.current = setTimeout(() => setShown(true), DELAY_MILLIS)
      }}
      onPointerLeave={() => {
        clearTimeout(timer.current)
        setShown(false)
      }}
    >
      {children}
      {isShown && (
        <div ref={tip} id={id} role="tooltip" className="tip" popover="manual">
          {text}
        </div>
      )}
    </span>
  )
}

function isCut(element: HTMLElement | null): boolean {
  if (!element) return false
  return [element, ...element.querySelectorAll<HTMLElement>('*')].some(
    (part) => part.scrollWidth > part.clientWidth + 1,
  )
}
