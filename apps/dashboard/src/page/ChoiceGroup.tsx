import type { KeyboardEventHandler, ReactNode, Ref } from 'react'

import css from './choices.module.css'

/** The choices of a filter that have several parts, below one another. */
export function ChoiceGroup({
  label,
  ref,
  onKeyDown,
  children,
}: {
  readonly label: string
  readonly ref?: Ref<HTMLDivElement>
  readonly onKeyDown?: KeyboardEventHandler
  readonly children: ReactNode
}): ReactNode {
  return (
    <div ref={ref} className={css['choices']} role="group" aria-label={label} onKeyDown={onKeyDown}>
      {children}
    </div>
  )
}
