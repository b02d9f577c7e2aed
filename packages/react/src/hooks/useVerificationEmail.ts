import { porticoAppInternalsSymbol } from '@portico/client'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useAction, type Action } from './useAction.ts'
import { useSignedInUser } from './useSignedInUser.ts'

/** Mails the link that verifies the primary address. An address that is verified by now counts as success. */
export function useVerificationEmail(): Action<[], never> {
  const app = usePorticoApp()
  const requireUser = useSignedInUser()
  return useAction(async () => {
    const alreadyVerified = await requireUser().sendVerificationEmail()
    // Done elsewhere, perhaps on a phone: the service knows it before this page does.
    if (alreadyVerified) await app[porticoAppInternalsSymbol].userResource().refresh()
    return { status: 'ok' }
  })
}
