import type { ReactNode } from 'react'

import { CopyButton } from './CopyButton.tsx'
import './field.css'

export interface CopyLineProps {
  readonly value: string
  /** What the value is, for screen readers. */
  readonly what: string
}

/** A value to copy: an id, a URL, a key. */
export function CopyLine({ value, what }: CopyLineProps): ReactNode {
  return (
    <div className="copyline">
      <code dir="ltr">{value}</code>
      <CopyButton text={value} what={what} />
    </div>
  )
}
