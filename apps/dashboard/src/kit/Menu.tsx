import { Check } from 'lucide-react'
import { useEffect, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'

import './overlay.css'
import { usePopover, type TriggerProps } from './Popover.tsx'

export interface MenuProps {
  readonly label: string
  readonly align?: 'start' | 'end'
  readonly trigger: (props: TriggerProps) => ReactNode
  /** Items of this file. An item closes the menu, unless it `staysOpen`. */
  readonly children: ReactNode
}

/** A menu of actions and links. Arrow keys, Home, End and first letters move in it. */
export function Menu({ label, align = 'start', trigger, children }: MenuProps): ReactNode {
  const popover = usePopover('menu', align)
  const { isOpen, panel } = popover
  useEffect(() => {
    if (isOpen) itemsOf(panel.current)[0]?.focus()
  }, [isOpen, panel])

  function onKeyDown(event: KeyboardEvent): void {
    const items = itemsOf(panel.current)
    const at = items.indexOf(document.activeElement as HTMLElement)
    const target =
      event.key === 'ArrowDown'
        ? items[(at + 1) % items.length]
        : event.key === 'ArrowUp'
          ? items.at(at - 1)
          : event.key === 'Home'
            ? items[0]
            : event.key === 'End'
              ? items.at(-1)
              : findByLetter(items, at, event)
    if (event.key === 'Tab') popover.close()
    if (!target) return
    event.preventDefault()
    event.stopPropagation()
    target.focus()
  }

  return (
    <>
      {trigger(popover.trigger)}
      {isOpen && (
        <div
          ref={panel}
          id={popover.id}
          popover="auto"
          className="popover"
          role="menu"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={onKeyDown}
          onClick={(event) => {
            const item = (event.target as Element).closest<HTMLElement>('[role^=menuitem]')
            if (item && item.ariaDisabled !== 'true' && item.dataset['stays'] === undefined) popover.close()
          }}
        >
          {children}
        </div>
      )}
    </>
  )
}

interface ItemLook {
  readonly icon?: ReactNode
  readonly isDanger?: boolean
  /** Text at the end, such as the current value. */
  readonly end?: ReactNode
  /** A letter key that does the same. */
  readonly shortcut?: string
}

export interface MenuItemProps extends ItemLook {
  readonly onSelect: () => void
  /** Present for a choice: whether it is the current one. */
  readonly isChecked?: boolean
  /** The menu stays open, so that several choices can be tried. */
  readonly staysOpen?: boolean
  /** Why the action is not available. The item stays readable. */
  readonly disabledReason?: string | undefined
  readonly children: ReactNode
}

export function MenuItem({
  onSelect,
  isChecked,
  staysOpen = false,
  disabledReason,
  children,
  ...look
}: MenuItemProps): ReactNode {
  const isDisabled = disabledReason !== undefined
  return (
    <button
      type="button"
      {...itemLook(look)}
      role={isChecked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={isChecked}
      aria-disabled={isDisabled || undefined}
      data-stays={staysOpen ? '' : undefined}
      title={disabledReason}
      onClick={() => !isDisabled && onSelect()}
    >
      <ItemContent {...look} end={isChecked ? <Check /> : look.end}>
        {children}
      </ItemContent>
    </button>
  )
}

/** The attributes of a link in a menu; give its content to `ItemContent`. */
export function itemLook({ isDanger }: ItemLook): Pick<ComponentProps<'a'>, 'className' | 'role' | 'tabIndex'> & {
  'data-danger'?: ''
} {
  return { className: 'menu-item', role: 'menuitem', tabIndex: -1, ...(isDanger && { 'data-danger': '' as const }) }
}

export function ItemContent({ icon, end, shortcut, children }: ItemLook & { readonly children: ReactNode }): ReactNode {
  return (
    <>
      {icon}
      <span>{children}</span>
      {end !== undefined && <span className="menu-end">{end}</span>}
      {shortcut !== undefined && <kbd aria-hidden="true">{shortcut}</kbd>}
    </>
  )
}

export function MenuSeparator(): ReactNode {
  return <hr className="menu-separator" />
}

export function MenuHeading({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <p className="menu-heading" role="presentation">
      {children}
    </p>
  )
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
}

function findByLetter(items: readonly HTMLElement[], at: number, event: KeyboardEvent): HTMLElement | undefined {
  if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return undefined
  const letter = event.key.toLocaleLowerCase()
  const inOrder = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  return inOrder.find((item) => item.textContent?.trim().toLocaleLowerCase().startsWith(letter))
}
