'use client'

import type { ReactNode } from 'react'

/** A line with a label. */
export function Separator({ children }: { readonly children: string }): ReactNode {
  return (
    <p className="portico-separator">
      <span>{children}</span>
    </p>
  )
}
