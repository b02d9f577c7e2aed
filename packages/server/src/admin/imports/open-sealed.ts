import { PlainError } from '../../kernel/errors.ts'
import { UnknownSecret } from '../../platform/crypto/master-secret.ts'

/**
 * Opens a part of an upload.
 *
 * @throws PlainError 409 that says what to do if the service no longer has the secret
 */
export function openSealed<T>(open: () => T): T {
  try {
    return open()
  } catch (error) {
    if (!(error instanceof UnknownSecret)) throw error
    throw new PlainError(
      409,
      'The files of the import are encrypted with a secret that PORTICO_SECRET no longer contains. Add it to the end of PORTICO_SECRET, restart the service and start the import again, or delete the files and upload them again.',
    )
  }
}
