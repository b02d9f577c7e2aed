import { PlainError } from '../../kernel/errors.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { isMasked } from '../../records/projects/secret-mask.ts'

/**
 * A client that writes back the settings that it has read sends the mask, which keeps the stored secret. The same
 * secret keeps its sealed value, so that it does not count as a change.
 */
export function sealOrKeep(secret: MasterSecret, offered: string, known: string | undefined, identity: string): string {
  if (!isMasked(offered)) {
    return known !== undefined && secret.isSealed(known, offered, identity) ? known : secret.seal(offered, identity)
  }
  if (known === undefined)
    throw new PlainError(
      400,
      'The request contains a masked secret, but there is no stored secret to keep. Send the secret.',
    )
  return known
}
