'use client'

import { createContext } from 'react'
import { keptInvitation } from '../app/one-time-codes.ts'
import { useInBrowser } from '../app/useInBrowser.ts'

/** The invitation to a team that the visitor signs up for. */
export interface Invited {
  readonly code: string
  readonly email: string
  /** A sign-up with the code verifies the address. Without this, only open sign-up accepts a password. */
  readonly verifiesAddress: boolean
}

/** Null without an invitation. */
export const InvitedContext = createContext<Invited | null>(null)

/** Returns the code of the invitation that this tab keeps, or null. */
export function useKeptInvitation(): string | null {
  return useInBrowser(keptInvitation, null)
}
