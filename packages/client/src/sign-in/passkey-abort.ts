import { KnownErrors } from '../transport/known-error.ts'

/**
 * True if the user cancelled a passkey ceremony or let it time out, or if code aborted it (another ceremony, a signal).
 * Show no error message in these cases.
 */
export function isPasskeyCeremonyAborted(error: unknown): boolean {
  if (!KnownErrors.PasskeyWebAuthnError.isInstance(error)) return false
  const { cause } = error
  const isRefused = cause instanceof Error && cause.name === 'NotAllowedError'
  return isRefused || error.details.code === 'ERROR_CEREMONY_ABORTED'
}
