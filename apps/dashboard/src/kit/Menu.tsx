import type { PopoverTrigger } from '@portico/ui/parts/usePopover'
import { useMenu } from '@portico/ui/parts/useMenu'
import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

import './overlay.css'
import { POPOVER_GAP_PIXELS } from './popover-gap.ts'

export interface MenuProps {
  readonly label: string
  readonly align?: 'start' | 'end'
  readonly trigger: (props: PopoverTrigger) => ReactNode
  /** Items of this file. An item closes the menu, unless it `staysOpen`. */
  readonly children: ReactNode
}

/** A menu of actions and links. */
export function Menu({ label, align = 'start', trigger, children }: MenuProps): ReactNode {
  const menu = useMenu<HTMLDivElement>({ align, gap: POPOVER_GAP_PIXELS })
  return (
    <>
      {trigger(menu.trigger)}
      {menu.isOpen && (
        <div
          {...menu.panel}
          className="popover"
          role="menu"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={menu.onKeyDown}
          onClick={(event) => {
            const item = (event.target as Element).closest<HTMLElement>('[role^=menuitem]')
            if (item && item.ariaDisabled !== 'true' && item.dataset['stays'] === undefined) menu.close()
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
