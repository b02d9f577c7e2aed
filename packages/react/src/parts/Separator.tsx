import type { ReactNode } from 'react'

/** A hairline with its words on it. */
export function Separator({ children }: { readonly children: string }): ReactNode {
  return (
    <p className="portico-separator">
      <span>{children}</span>
    </p>
  )
}
