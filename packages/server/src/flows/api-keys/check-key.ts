import { timingSafeEqual } from 'node:crypto'

import type { ProjectCall } from '../../api/rules/route.ts'
import type { LastUses } from '../../delivery/last-uses.ts'
import { KnownError } from '../../kernel/errors.ts'
import { sha256 } from '../../platform/crypto/digest.ts'
import { isExpired, type ApiKey, type KeyOwner } from '../../records/api-keys/api-key.ts'
import { parseKeyText } from '../../records/api-keys/key-text.ts'
import { UserSuspended } from '../../records/queries/sessions/new-session.ts'
import { findOfferedKey } from '../../records/queries/permissions/offered-api-key.ts'

export interface KeyChecking {
  readonly apiKeyUses: LastUses
}

/**
 * Returns the key with this text, if the key can be used.
 *
 * @param type the type of owner that the caller expects
 * @throws API_KEY_NOT_FOUND, without a read if the text is not in the format of a key; WRONG_API_KEY_TYPE;
 * API_KEY_REVOKED; API_KEY_EXPIRED; UserSuspended if the owner is suspended or restricted
 */
export async function checkKey(
  { apiKeyUses }: KeyChecking,
  { db, now: readClock, projectId }: ProjectCall,
  type: KeyOwner['type'],
  text: string,
): Promise<ApiKey> {
  const now = readClock()
  const named = parseKeyText(text)
  const offered = named && (await db.run(findOfferedKey(projectId, named.id, now)))
  // guard: a key is compared with the stored hash (drop `!isSameKey(offered.hash, text)`)
  if (!offered || !isSameKey(offered.hash, text)) throw new KnownError('API_KEY_NOT_FOUND')
  const { isOwnerRestricted, key } = offered
  const { owner } = key
  // guard: a key has a type of owner
  if (owner.type !== type) {
    throw new KnownError('WRONG_API_KEY_TYPE', { expected_type: type, actual_type: owner.type })
  }
  // guard: a revoked API key is refused
  if (key.revokedAt) throw new KnownError('API_KEY_REVOKED').refusing({ apiKeyId: key.id })
  // guard: an expired API key is refused
  if (isExpired(key, now)) throw new KnownError('API_KEY_EXPIRED').refusing({ apiKeyId: key.id })
  // guard: the key of a suspended user is refused
  if (isOwnerRestricted) throw new UserSuspended(projectId, { userId: owner.id })
  apiKeyUses.note(projectId, key, now)
  return key
}

/** Compares a text with the hash of a key, in constant time. */
export function isSameKey(hash: Uint8Array, text: string): boolean {
  return timingSafeEqual(hash, sha256(text))
}
