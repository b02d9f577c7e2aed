import type { ReactNode } from 'react'

import './text.css'

export type Tone = 'neutral' | 'ok' | 'warn' | 'danger'

interface ToneProps {
  readonly tone?: Tone
  readonly icon?: ReactNode
  readonly children: ReactNode
}

/** A short word about a record: "Unverified", "Production". It never shrinks. */
export function Badge({ tone = 'neutral', icon, children }: ToneProps): ReactNode {
  return (
    <span className="badge" data-tone={tone}>
      {icon}
      {children}
    </span>
  )
}

/** A state as icon and word. Colour is never the only sign. */
export function State({ tone = 'neutral', icon, children }: ToneProps): ReactNode {
  return (
    <span className="state" data-tone={tone}>
      {icon}
      <span className="cut">{children}</span>
    </span>
  )
}
