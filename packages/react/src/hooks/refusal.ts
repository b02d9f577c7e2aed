import { KnownError } from '@portico/client'
import type { Outcome } from './useAction.ts'

/**
 * Converts every catalogue error into a refusal, including errors that the call throws, because forms show them all in
 * the same place (specification section 8). Three errors stay exceptions: a malformed request is a defect of this
 * package, and a field can fix neither a missing recent sign-in nor too many attempts.
 */
export async function refusalOf<Given extends Outcome<KnownError>>(
  call: () => Promise<Given>,
): Promise<Given | { readonly status: 'error'; readonly error: KnownError }> {
  try {
    return await call()
  } catch (error) {
    if (KnownError.isKnownError(error) && !isNotFixableInForm(error)) return { status: 'error', error }
    throw error
  }
}

function isNotFixableInForm(error: KnownError): boolean {
  return error.is('SCHEMA_ERROR') || error.is('RECENT_SIGN_IN_REQUIRED') || error.is('RATE_LIMITED')
}
