import type { TeamApiKeyFirstView, TeamApiKeyRead, UserApiKeyFirstView, UserApiKeyRead } from '@portico/contract'

import type { ApiKey } from './api-key.ts'

type Fields = Omit<UserApiKeyRead, 'type' | 'user_id' | 'value'>

/** Presents the key of a user without the key itself. */
export function presentUserKey(key: ApiKey): UserApiKeyRead {
  return { ...presentFields(key), type: 'user', user_id: key.owner.id, value: { last_four: key.lastFour } }
}

/** Presents the key of a team without the key itself. */
export function presentTeamKey(key: ApiKey): TeamApiKeyRead {
  return { ...presentFields(key), type: 'team', team_id: key.owner.id, value: { last_four: key.lastFour } }
}

/** A key that was just created, with its text, which is not stored. */
export interface NewKey {
  readonly key: ApiKey
  readonly text: string
}

export function presentNewUserKey({ key, text }: NewKey): UserApiKeyFirstView {
  return { ...presentFields(key), type: 'user', user_id: key.owner.id, value: text }
}

export function presentNewTeamKey({ key, text }: NewKey): TeamApiKeyFirstView {
  return { ...presentFields(key), type: 'team', team_id: key.owner.id, value: text }
}

function presentFields(key: ApiKey): Fields {
  return {
    id: key.id,
    description: key.description,
    is_public: key.isPublic,
    created_at_millis: key.createdAt.getTime(),
    ...(key.expiresAt && { expires_at_millis: key.expiresAt.getTime() }),
    ...(key.revokedAt && { manually_revoked_at_millis: key.revokedAt.getTime() }),
    ...(key.lastUsedAt && { last_used_at_millis: key.lastUsedAt.getTime() }),
    ...(key.createdByUserId !== null && { created_by_user_id: key.createdByUserId }),
    ...(key.createdFromAddress !== null && {
      created_at_end_user_ip_info: { ip: key.createdFromAddress, country_code: key.createdFromCountry },
    }),
  }
}
