import type { ReactNode } from 'react'
import { Icon } from '../parts/Icon.tsx'

/** A word or two about what stands beside it. `attention` carries a sign as well, so that colour is not all. */
export function Badge({
  children,
  attention = false,
}: {
  readonly children: string
  readonly attention?: boolean
}): ReactNode {
  return (
    <span className="portico-tag" data-attention={attention ? '' : undefined}>
      {attention && <Icon name="alert" />}
      {children}
    </span>
  )
}
