import { KnownErrors } from '../transport/known-error.ts'

/**
 * Tells a passkey ceremony that was ended on purpose from one that failed: by the person (who cancelled it, or let it
 * time out) or by code (another ceremony, a signal). Pages say nothing then.
 */
export function isPasskeyCeremonyAborted(error: unknown): boolean {
  if (!KnownErrors.PasskeyWebAuthnError.isInstance(error)) return false
  const { cause } = error
  const isRefused = cause instanceof Error && cause.name === 'NotAllowedError'
  return isRefused || error.details.code === 'ERROR_CEREMONY_ABORTED'
}
