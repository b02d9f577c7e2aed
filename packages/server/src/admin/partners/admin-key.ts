import type { EventCall } from '../../kernel/emit.ts'
import type { Statement } from '../../kernel/statement.ts'
import { newKeySet } from '../internal-api-keys/internal-api-keys.ts'

const KEY_YEARS = 100

/** An admin key for a partner, and the statement that stores its set. Only the caller has the key. */
export function newPartnerKey(
  call: EventCall,
  description: string,
): { readonly adminKey: string; readonly keySetId: string; readonly write: Statement<void> } {
  const expiresAt = new Date(call.now())
  expiresAt.setUTCFullYear(expiresAt.getUTCFullYear() + KEY_YEARS)
  const { set, write } = newKeySet(call, {
    description,
    expiresAt,
    hasPublishableClientKey: false,
    hasSecretServerKey: false,
    hasSuperSecretAdminKey: true,
  })
  if (set.superSecretAdminKey === null) throw new Error('The new set has no admin key.')
  return { adminKey: set.superSecretAdminKey, keySetId: set.id, write }
}
