import type { ApiKeyType } from '@portico/contract'

import { column, columns, type RowOf } from '../../kernel/columns.ts'

export const keyColumns = columns({
  id: column<string>('id'),
  userId: column<string | null>('user_id'),
  teamId: column<string | null>('team_id'),
  lastFour: column<string>('last_four'),
  description: column<string>('description'),
  /** The key may be published, so a secret scanner cannot revoke it. */
  isPublic: column<boolean>('is_public'),
  /** Null for a key that a server created. */
  createdByUserId: column<string | null>('created_by_user_id'),
  /** The client address of the creation; null for a key that a server created. */
  createdFromAddress: column<string | null>('created_from_address'),
  /** ISO 3166-1 alpha-2; null if unknown. */
  createdFromCountry: column<string | null>('created_from_country'),
  createdAt: column<Date>('created_at'),
  /** Null: never. */
  expiresAt: column<Date | null>('expires_at'),
  revokedAt: column<Date | null>('revoked_at'),
  /** To the minute; null if the key was never used. */
  lastUsedAt: column<Date | null>('last_used_at'),
})

export type KeyRow = RowOf<typeof keyColumns>

/** The user or the team that a key belongs to. */
export interface KeyOwner {
  readonly type: ApiKeyType
  readonly id: string
}

/** A stored key. The key itself is not stored. */
export interface ApiKey extends Omit<KeyRow, 'userId' | 'teamId'> {
  readonly owner: KeyOwner
}

export function toKey({ userId, teamId, ...row }: KeyRow): ApiKey {
  // The constraint api_keys_owner_check: a key has exactly one owner.
  const owner: KeyOwner = teamId === null ? { type: 'user', id: userId ?? '' } : { type: 'team', id: teamId }
  return { ...row, owner }
}

export function isExpired({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now
}
