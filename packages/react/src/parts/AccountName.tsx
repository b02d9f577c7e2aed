'use client'

import type { ReactNode } from 'react'

/** Tells password managers which account a form for a new password belongs to. Not visible. */
export function AccountName({ email }: { readonly email: string | null }): ReactNode {
  return (
    <input
      className="portico-visually-hidden"
      type="text"
      name="username"
      autoComplete="username"
      value={email ?? ''}
      readOnly
      hidden
    />
  )
}
