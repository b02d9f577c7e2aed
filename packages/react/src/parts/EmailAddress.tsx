'use client'

import type { ReactNode } from 'react'

/** An e-mail address, always complete: it breaks before its domain first, and the domain is never cut off. */
export function EmailAddress({ value }: { readonly value: string }): ReactNode {
  const at = Math.max(0, value.lastIndexOf('@'))
  return (
    <bdi className="portico-email">
      {value.slice(0, at)}
      <span className="portico-email-domain">{value.slice(at)}</span>
    </bdi>
  )
}
