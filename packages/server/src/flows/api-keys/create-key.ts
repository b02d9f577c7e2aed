import { API_KEYS_PER_OWNER, type EventUser } from '@portico/contract'

import type { ProjectCall } from '../../api/rules/route.ts'
import { emit } from '../../kernel/emit.ts'
import { PlainError } from '../../kernel/errors.ts'
import { sha256 } from '../../platform/crypto/digest.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import type { ApiKey, KeyOwner } from '../../records/api-keys/api-key.ts'
import { createKeyText } from '../../records/api-keys/key-text.ts'
import type { NewKey } from '../../records/api-keys/present.ts'
import { insertKey, makeRoomForKey } from '../../records/api-keys/store.ts'
import { lockForKeyChange } from './key-owner.ts'

export interface WantedKey {
  readonly description: string
  /** Null or 0: the key does not expire. */
  readonly expiresAtMillis: number | null
  readonly isPublic?: boolean | undefined
}

/**
 * Creates a key. If the owner has the maximum number of keys, the oldest revoked or expired key is deleted.
 *
 * @param creator the user whose session creates the key; null for a server, whose place is not recorded
 * @throws USER_NOT_FOUND, TEAM_NOT_FOUND, PlainError if the owner has the maximum number of keys that can be used
 */
export async function createKey(
  call: ProjectCall,
  owner: KeyOwner,
  wanted: WantedKey,
  creator: EventUser | null,
): Promise<NewKey> {
  const { projectId, request } = call
  const createdAt = call.now()
  const userId = creator?.id ?? null
  const named = { id: newUuid(), type: owner.type, isPublic: wanted.isPublic ?? false }
  const text = createKeyText(named)
  const key: ApiKey = {
    id: named.id,
    owner,
    lastFour: text.slice(-4),
    description: wanted.description,
    isPublic: named.isPublic,
    createdByUserId: userId,
    createdFromAddress: userId === null ? null : request.clientAddress,
    createdFromCountry: userId === null ? null : (request.endUser?.countryCode ?? null),
    createdAt,
    expiresAt: expiryOf(wanted.expiresAtMillis),
    revokedAt: null,
    lastUsedAt: null,
  }
  await call.db.transaction(async (tx) => {
    const { isInserted } = await tx.batch({
      locked: lockForKeyChange(call, owner, userId),
      room: makeRoomForKey(projectId, owner, createdAt, API_KEYS_PER_OWNER),
      isInserted: insertKey(projectId, key, sha256(text), API_KEYS_PER_OWNER),
      created: emit(call, 'api_key.created', {
        keyId: key.id,
        ownerType: owner.type,
        ownerId: owner.id,
        isPublic: key.isPublic,
        name: key.description,
        user: owner.type === 'user' ? creator : null,
      }),
    })
    if (!isInserted) {
      throw new PlainError(
        400,
        `The ${owner.type} has ${API_KEYS_PER_OWNER} API keys, which is the maximum. Revoke some of them first.`,
      )
    }
  })
  return { key, text }
}

export function expiryOf(millis: number | null): Date | null {
  return millis === null || millis === 0 ? null : new Date(millis)
}
