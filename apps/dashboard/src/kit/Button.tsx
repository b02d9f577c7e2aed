import type { ActionPhase } from '@portico/ui/form/useAction'
import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

import './button.css'

export type ButtonVariant = 'plain' | 'primary' | 'ghost' | 'danger' | 'danger-ghost' | 'danger-primary'

interface ButtonLook {
  readonly variant?: ButtonVariant | undefined
  readonly size?: 'regular' | 'small' | undefined
}

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'type'> {
  readonly type?: 'button' | 'submit'
  /** Progress of the button's action; see `useAction`. */
  readonly phase?: ActionPhase | undefined
  /** The label while the action runs: "Saving…". */
  readonly pendingLabel?: string | undefined
  /** The letter that presses the button, shown beside the label. */
  readonly shortcut?: string | undefined
}

/** A button. Its width is that of its widest label, so it stays the same while an action runs. */
export function Button({
  variant = 'plain',
  size = 'regular',
  phase = 'idle',
  pendingLabel,
  shortcut,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps): ReactNode {
  const isBusy = phase === 'pending'
  return (
    <button
      {...rest}
      {...buttonLook({ variant, size })}
      type={type}
      data-phase={phase}
      aria-busy={isBusy || undefined}
      // Stays focusable while it is busy: a disabled button would lose the focus.
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      {...(shortcut !== undefined && { 'aria-keyshortcuts': shortcut })}
    >
      {pendingLabel === undefined ? (
        children
      ) : (
        <span className="btn-labels">
          {/* Under the tick, the label remains the name of the button. */}
          <span data-shown={!isBusy || undefined} data-faded={phase === 'done' || undefined}>
            {children}
          </span>
          <span data-shown={isBusy || undefined}>{pendingLabel}</span>
          <span data-shown={phase === 'done' || undefined}>
            <Check />
          </span>
        </span>
      )}
      {shortcut !== undefined && <kbd aria-hidden="true">{shortcut}</kbd>}
    </button>
  )
}

export interface IconButtonProps extends Omit<ButtonProps, 'aria-label' | 'phase' | 'pendingLabel' | 'shortcut'> {
  /** What the button does, for screen readers and the tooltip. */
  readonly label: string
}

export function IconButton({ label, variant = 'ghost', children, ...rest }: IconButtonProps): ReactNode {
  return (
    <Button {...rest} variant={variant} aria-label={label} title={label} data-icon="">
      {children}
    </Button>
  )
}

/** A button that looks like a link, for the action of a row. */
export function LinkButton({
  variant,
  ...rest
}: Omit<ComponentProps<'button'>, 'type' | 'className'> & { readonly variant?: 'danger' }): ReactNode {
  return <button {...rest} type="button" className="link" data-variant={variant} />
}

/** The attributes that give a link the look of a button. */
export function buttonLook({ variant = 'plain', size = 'regular' }: ButtonLook): {
  className: string
  'data-variant': ButtonVariant
  'data-size': 'regular' | 'small'
} {
  return { className: 'btn', 'data-variant': variant, 'data-size': size }
}
