'use client'

import { porticoAppInternalsSymbol } from '@portico/client'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useAction, type Action } from './useAction.ts'
import { useSignedInUser } from './useSignedInUser.ts'

/** Mails the link that verifies the primary address. An address that is already verified counts as success. */
export function useVerificationEmail(): Action<[], never> {
  const app = usePorticoApp()
  const requireUser = useSignedInUser()
  return useAction(async () => {
    const alreadyVerified = await requireUser().sendVerificationEmail()
    // The user verified the address elsewhere, for example on a phone. Refresh the user to show it.
    if (alreadyVerified) await app[porticoAppInternalsSymbol].userResource().refresh()
    return { status: 'ok' }
  })
}
