import { modalEvents } from '@portico/ui/parts/modal'
import { Check, ChevronLeft, ChevronRight, Link2, X } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode, type RefObject } from 'react'

import { isEmbedded } from '../language/embedded.ts'
import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'
import { announce } from './announce.ts'
import { IconButton } from './Button.tsx'
import { useCopy } from './CopyButton.tsx'
import './overlay.css'
import { hidePageScrollBar } from './page-scroll.ts'
import { useShortcut } from './shortcuts.ts'
import { Bone } from './States.tsx'
import { CutText } from './Text.tsx'
import { useMedia } from './useMedia.ts'
import { useNameInWindowTitle } from './window-title.ts'

/** From this width a drawer is a reading pane beside a usable list. Below, it covers the list and is modal. */
const BESIDE_MIN = '(min-width: 1024px)'

export interface DrawerProps {
  /** The name of the record. */
  readonly title: string
  /** The record is not read yet. The title is only for screen readers: "User". */
  readonly isLoading?: boolean
  /** Picture beside the name. */
  readonly picture?: ReactNode
  /** Line below the name. */
  readonly note?: ReactNode
  /** At most one button and a menu. */
  readonly actions?: ReactNode
  readonly tabs?: ReactNode
  /** A bar at the foot, such as Save. */
  readonly foot?: ReactNode
  readonly isSlim?: boolean
  /** Place in the list, if the record is part of the shown page. */
  readonly position?: { readonly index: number; readonly count: number } | undefined
  readonly onPrevious?: (() => void) | undefined
  readonly onNext?: (() => void) | undefined
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * A record beside its list. The room owns its URL: it renders the drawer for a path and navigates in `onClose`. Esc
 * closes it, `J` and `K` change the record. Give it a stable key, so that it stays while the record changes.
 */
export function Drawer(props: DrawerProps): ReactNode {
  const { title, isLoading = false, picture, note, actions, tabs, foot, isSlim = false, position } = props
  const { onPrevious, onNext, onClose } = props
  const id = useId()
  const isBeside = useMedia(BESIDE_MIN)
  const drawer = useRef<HTMLDialogElement>(null)

  useOpened(drawer, isBeside)
  useShortcut('Escape', onClose)
  useShortcut('j', () => onNext?.())
  useShortcut('k', () => onPrevious?.())
  useNameInWindowTitle(isLoading ? null : title)
  useEffect(() => {
    if (!isLoading) announce(title)
  }, [title, isLoading])

  return (
    <dialog
      ref={drawer}
      className="drawer"
      data-slim={isSlim || undefined}
      aria-labelledby={id}
      tabIndex={-1}
      {...modalEvents(onClose)}
      // The list below it is not a backdrop.
      onPointerDown={undefined}
    >
      <DrawerBar position={position} onPrevious={onPrevious} onNext={onNext} onClose={onClose} />
      <div className="drawer-top">
        <div className="identity">
          {picture}
          <div className="identity-name" aria-busy={isLoading || undefined}>
            <h2 id={id}>
              {isLoading ? (
                <>
                  <span className="sr">{title}</span>
                  <Bone width="176px" />
                </>
              ) : picture === undefined ? (
                <bdi>{title}</bdi>
              ) : (
                // One line, so that nothing moves from record to record. The record itself has the whole name.
                <CutText>{title}</CutText>
              )}
            </h2>
            {isLoading ? (
              <div className="identity-note">
                <Bone width="240px" />
              </div>
            ) : (
              note !== undefined && <div className="identity-note">{note}</div>
            )}
          </div>
          {actions !== undefined && <div className="identity-actions row">{actions}</div>}
        </div>
        {tabs}
      </div>
      <div className="drawer-body">{props.children}</div>
      {foot !== undefined && <div className="drawer-foot">{foot}</div>}
    </dialog>
  )
}

/** Opens the drawer while it is shown, and gives the focus back afterwards. */
function useOpened(drawer: RefObject<HTMLDialogElement | null>, isBeside: boolean): void {
  useEffect(() => {
    const element = drawer.current
    if (!element) return
    const focused = document.activeElement
    const showPageScrollBar = hidePageScrollBar()
    if (isBeside) element.show()
    else element.showModal()
    element.focus()
    return () => {
      element.close()
      showPageScrollBar()
      const row = rowOf(focused)
      row?.focus({ preventScroll: true })
      // The browser scrolls less than the sticky head and foot of a table need.
      row?.scrollIntoView({ block: 'nearest' })
    }
  }, [drawer, isBeside])
}

function DrawerBar({
  position,
  onPrevious,
  onNext,
  onClose,
}: Pick<DrawerProps, 'position' | 'onPrevious' | 'onNext' | 'onClose'>): ReactNode {
  const t = useTexts(kitTexts)
  const { isCopied, copy } = useCopy()
  return (
    <div className="drawer-bar">
      {position && (
        <span className="num" dir="auto">
          {t.position(position.index + 1, position.count)}
        </span>
      )}
      <span className="row push">
        {(onPrevious ?? onNext ?? position) !== undefined && (
          <>
            <IconButton size="small" label={t.previousRecord} disabled={!onPrevious} onClick={onPrevious}>
              <ChevronLeft className="flip" />
            </IconButton>
            <IconButton size="small" label={t.nextRecord} disabled={!onNext} onClick={onNext}>
              <ChevronRight className="flip" />
            </IconButton>
          </>
        )}
        {!isEmbedded() && (
          <IconButton size="small" label={t.copyLink} onClick={() => void copy(window.location.href)}>
            {isCopied ? <Check className="ok-text" /> : <Link2 />}
          </IconButton>
        )}
        <IconButton size="small" label={t.close} onClick={onClose}>
          <X />
        </IconButton>
      </span>
    </div>
  )
}

/** What gets the focus after the drawer: the row of the record that it showed last, else what had the focus before. */
function rowOf(focused: Element | null): HTMLElement | null {
  const isInList = focused === null || focused === document.body || focused.closest('.table') !== null
  const row = isInList ? document.querySelector<HTMLElement>('main .table tbody tr[tabindex="0"]') : null
  return row ?? (focused instanceof HTMLElement && focused.isConnected ? focused : null)
}
