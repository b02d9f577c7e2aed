'use client'

import type { ReactNode } from 'react'
import { Icon } from '../../parts/Icon.tsx'

/** A short label for the text beside it. `attention` also has an icon, so that colour is not the only signal. */
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
