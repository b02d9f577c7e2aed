import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'

import { IconButton } from '../kit/Button.tsx'
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '../kit/Menu.tsx'
import type { Act } from './acts.ts'

export interface ActMenuProps {
  /** "Actions for Ada Lovelace" */
  readonly label: string
  readonly acts: readonly Act[]
  /** The picture of the button. Default: three dots. */
  readonly icon?: ReactNode
  /** Above the acts. */
  readonly heading?: string | undefined
  /** In a row of a table. */
  readonly isSmall?: boolean
  readonly isDisabled?: boolean
}

/** The menu of a record. Acts that cannot be undone are last. */
export function ActMenu({ label, acts, icon, heading, isSmall = false, isDisabled = false }: ActMenuProps): ReactNode {
  const [safe, dangerous] = [acts.filter(({ isDanger }) => !isDanger), acts.filter(({ isDanger }) => isDanger)]
  return (
    <Menu
      label={label}
      align="end"
      trigger={({ ref, ...trigger }) => (
        <IconButton
          {...(isSmall ? { size: 'small' } : !icon && { variant: 'plain' })}
          label={label}
          disabled={isDisabled}
          {...trigger}
          ref={ref}
        >
          {icon ?? <Ellipsis />}
        </IconButton>
      )}
    >
      {heading !== undefined && <MenuHeading>{heading}</MenuHeading>}
      {safe.map((act) => (
        <ActItem key={act.label} {...act} />
      ))}
      {safe.length > 0 && dangerous.length > 0 && <MenuSeparator />}
      {dangerous.map((act) => (
        <ActItem key={act.label} {...act} />
      ))}
    </Menu>
  )
}

function ActItem({ label, icon, onSelect, isDanger = false, disabledReason }: Act): ReactNode {
  return (
    <MenuItem icon={icon} isDanger={isDanger} onSelect={onSelect} disabledReason={disabledReason}>
      {label}
    </MenuItem>
  )
}
