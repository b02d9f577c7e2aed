'use client'

import { createContext, useContext } from 'react'
import type { ActionPhase } from '../../hooks/useAction.ts'
import type { SignOutOptions } from '../../hooks/useSignOut.ts'

/** A sign-out on a page that requires a user. */
export interface PageSignOut {
  readonly phase: ActionPhase
  /** The user has chosen to sign out, so the page must not redirect to the sign-in page when there is no user. */
  readonly hasBegun: boolean
  /** Signs out. If it fails, the page shows the failure and repeats the sign-out. Never rejects. */
  readonly begin: (options?: SignOutOptions) => Promise<void>
}

/** Null on a page that does not sign out. */
export const PageSignOutContext = createContext<PageSignOut | null>(null)

/** Returns the sign-out of the page around this part. */
export function usePageSignOut(): PageSignOut {
  const signOut = useContext(PageSignOutContext)
  if (!signOut) throw new Error('A part of the account settings was rendered outside of its page.')
  return signOut
}
