import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'

import { Button, IconButton } from '../kit/Button.tsx'
import { useFailureText } from '../kit/failure.ts'
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '../kit/Menu.tsx'
import { showToast } from '../kit/toast.ts'
import type { Act } from './acts.ts'

export interface ActMenuProps {
  /** "Actions for Ada Lovelace" */
  readonly label: string
  readonly acts: readonly Act[]
  /** The picture of the button. Default: three dots. */
  readonly icon?: ReactNode
  /** The button shows the label beside its picture. */
  readonly isLabelled?: boolean
  /** Above the acts. */
  readonly heading?: string | undefined
  /** In a row of a table. */
  readonly isSmall?: boolean
  readonly isDisabled?: boolean
}

/** The menu of a record. Acts that cannot be undone are last. */
export function ActMenu({
  label,
  acts,
  icon,
  isLabelled = false,
  heading,
  isSmall = false,
  isDisabled = false,
}: ActMenuProps): ReactNode {
  const [safe, dangerous] = [acts.filter(({ isDanger }) => !isDanger), acts.filter(({ isDanger }) => isDanger)]
  return (
    <Menu
      label={label}
      align={isLabelled ? 'start' : 'end'}
      trigger={({ ref, ...trigger }) =>
        isLabelled ? (
          <Button variant="ghost" disabled={isDisabled} {...trigger} ref={ref}>
            {icon} {label}
          </Button>
        ) : (
          <IconButton
            {...(isSmall ? { size: 'small' } : !icon && { variant: 'plain' })}
            label={label}
            disabled={isDisabled}
            {...trigger}
            ref={ref}
          >
            {icon ?? <Ellipsis />}
          </IconButton>
        )
      }
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

function ActItem({
  label,
  isCode = false,
  icon,
  onSelect,
  failed = (reason) => reason,
  isDanger = false,
  isChecked,
  disabledReason,
}: Act): ReactNode {
  const failureText = useFailureText()
  const act = async (): Promise<void> => {
    try {
      await onSelect()
    } catch (failure) {
      showToast({ text: failed(failureText(failure)) })
    }
  }
  return (
    <MenuItem
      icon={icon}
      isDanger={isDanger}
      {...(isChecked !== undefined && { isChecked, staysOpen: true })}
      onSelect={() => void act()}
      disabledReason={disabledReason}
    >
      {isCode ? (
        <span className="mono" dir="ltr">
          {label}
        </span>
      ) : (
        label
      )}
    </MenuItem>
  )
}
