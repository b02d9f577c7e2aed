import { PlainError } from '../../kernel/errors.ts'
import { UnknownSecret } from './master-secret.ts'

/**
 * Opens a sealed value for an admin. Another attempt would not open it either, so a failure is answered with 409
 * instead of 500.
 *
 * @param what the subject of the sentence, with its verb, such as `The secret of the endpoint is`
 * @param otherwise what else the admin can do
 * @throws PlainError 409 that says what to do if the service no longer has the secret
 */
export function requireOpened<T>(what: string, otherwise: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    if (!(error instanceof UnknownSecret)) throw error
    throw new PlainError(
      409,
      `${what} encrypted with a secret that PORTICO_SECRET no longer contains. Add it to the end of PORTICO_SECRET and restart the service, or ${otherwise}.`,
    )
  }
}
