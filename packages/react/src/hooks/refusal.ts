import { KnownError, KnownErrors } from '@portico/client'
import type { Outcome } from './useAction.ts'

/**
 * Makes a refusal of every error the service has a sentence for, also of those the call throws: the form shows them all
 * in the same place (specification section 8). A request of the wrong shape is our own mistake, not a refusal; and that
 * the sign-in is too long ago is nothing that a field could mend.
 */
export async function refusalOf<Given extends Outcome<KnownError>>(
  call: () => Promise<Given>,
): Promise<Given | { readonly status: 'error'; readonly error: KnownError }> {
  try {
    return await call()
  } catch (error) {
    if (KnownError.isKnownError(error) && !isNoRefusal(error)) return { status: 'error', error }
    throw error
  }
}

function isNoRefusal(error: KnownError): boolean {
  return KnownErrors.SchemaError.isInstance(error) || KnownErrors.RecentSignInRequired.isInstance(error)
}
