'use client'

import type { PopoverTrigger } from '@portico/ui/parts/usePopover'
import type { MouseEvent, ReactNode } from 'react'
import type { ActionPhase } from '../hooks/useAction.ts'
import { Icon } from './Icon.tsx'

export interface ButtonProps {
  readonly children: string
  readonly type?: 'button' | 'submit'
  /** `quiet` is for actions beside a value, `danger` for confirming an action that cannot be undone. */
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  /** The state of its action. Absent: it acts at once, so it needs no room for other labels. */
  readonly phase?: ActionPhase
  /** The label while the phase is `pending`. */
  readonly pendingText?: string | undefined
  /** The label while the phase is `done`. */
  readonly doneText?: string | undefined
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  /** The menu that the button opens, instead of `onClick`. */
  readonly menu?: PopoverTrigger
}

const phases = ['idle', 'pending', 'done'] as const
const instant = ['idle'] as const

/**
 * A button with a label for each phase. Its size never changes: the three labels are stacked, so the widest one sets
 * the width.
 *
 * A pending button is `aria-disabled`, not `disabled`: a disabled button loses the focus, and keyboard users lose their
 * place.
 */
export function Button(props: ButtonProps): ReactNode {
  const { children, type = 'button', variant = 'primary', phase = 'idle', menu } = props
  const onClick = menu?.onClick ?? props.onClick
  const labels = {
    idle: children,
    pending: props.pendingText ?? children,
    done: props.doneText ?? props.pendingText ?? children,
  }
  return (
    <button
      {...menu}
      className="portico-button"
      type={type}
      data-variant={variant}
      data-phase={phase}
      aria-disabled={phase === 'idle' ? undefined : true}
      onClick={(event) => {
        if (phase === 'idle') onClick?.(event)
        else event.preventDefault()
      }}
    >
      {(props.phase ? phases : instant).map((of) => (
        <span key={of} className="portico-button-label" data-of={of} aria-hidden={of === phase ? undefined : true}>
          {of === 'pending' && <span className="portico-spinner" aria-hidden="true" />}
          {of === 'done' && <Icon name="check" />}
          {labels[of]}
        </span>
      ))}
    </button>
  )
}
