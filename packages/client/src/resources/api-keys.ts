import type { TeamApiKeyRead, UserApiKeyRead } from '@portico/contract'

import type { BodyOf } from '../transport/operations.ts'
import type { RequestSession, SendRequest } from '../transport/request.ts'
import { bodyOf } from '../transport/body-of.ts'
import { present } from '../transport/present.ts'
import type { ApiKeyFields, ApiKeyOriginFields } from '../transport/record-fields.ts'

/** Why a key is no longer accepted. */
export type ApiKeyInvalidity = 'manually-revoked' | 'expired'

/** The settings of a new API key. */
export interface ApiKeyCreateOptions {
  /** What the key is for, so that its owner recognizes it in the list. */
  description: string
  /** Null: the key does not expire. */
  expiresAt: Date | null
  /** Whether the key may be published, so that a secret scanner does not revoke it. Default: false. */
  isPublic?: boolean
}

/** Changes to an API key. Absent fields keep their value. */
export interface ApiKeyUpdateOptions {
  /** What the key is for, as its owner sees it in lists. */
  description?: string
  /** Null: the key does not expire. */
  expiresAt?: Date | null
  /** True revokes the key. A revoked key stays revoked. */
  revoked?: boolean
}

/** What all API keys have. A snapshot: list the keys again after a change. */
export interface ApiKey extends ApiKeyFields {
  /** When an owner, a server or a secret scanner revoked the key. */
  readonly manuallyRevokedAt: Date | null
  /** To the minute. Null: the key was never used. */
  readonly lastUsedAt: Date | null
  /** Null: a server created the key. */
  readonly createdFrom: ApiKeyOrigin | null
  /** Null: a server created the key. */
  readonly createdByUserId: string | null
  /** Whether the key is neither revoked nor expired, by the local clock. */
  isValid(): boolean
  /** Returns null for a valid key. A key that is revoked and has expired is `manually-revoked`. */
  whyInvalid(): ApiKeyInvalidity | null
  /** Changes description or expiry, or revokes the key. */
  update(options: ApiKeyUpdateOptions): Promise<void>
  /** Revokes the key for good. */
  revoke(): Promise<void>
}

/** Where a key was created. */
export interface ApiKeyOrigin extends ApiKeyOriginFields {}

/** The end of a key, to recognize it by. */
export interface MaskedApiKey {
  /** The last four characters, to recognise the key. */
  readonly lastFour: string
}

/** An API key of a user. */
export interface UserApiKey extends ApiKey {
  /** Distinguishes keys of users from keys of teams. */
  readonly type: 'user'
  /** The user that a caller with this key acts as. */
  readonly userId: string
  /** The masked value. Only the answer to the creation contains the complete one. */
  readonly value: MaskedApiKey
}

/** A new API key of a user, with its complete value. The value cannot be read again. */
export interface UserApiKeyFirstView extends Omit<UserApiKey, 'value'> {
  /** The complete value. It cannot be read again. */
  readonly value: string
}

/** An API key of a team. */
export interface TeamApiKey extends ApiKey {
  /** Distinguishes keys of teams from keys of users. */
  readonly type: 'team'
  /** The team that a caller with this key acts for. */
  readonly teamId: string
  /** The masked value. Only the answer to the creation contains the complete one. */
  readonly value: MaskedApiKey
}

/** A new API key of a team, with its complete value. The value cannot be read again. */
export interface TeamApiKeyFirstView extends Omit<TeamApiKey, 'value'> {
  /** The complete value. It cannot be read again. */
  readonly value: string
}

/** The methods of a user for their API keys. The project must allow them: `allowUserApiKeys`. */
export interface UserApiKeyActions {
  /** Lists the keys, newest first, with those that are revoked or expired. */
  listApiKeys(): Promise<UserApiKey[]>
  /**
   * Creates a key. Only this answer contains its complete value. Throws `RECENT_SIGN_IN_REQUIRED` if the project
   * requires a recent sign-in.
   */
  createApiKey(options: ApiKeyCreateOptions): Promise<UserApiKeyFirstView>
}

/** The methods of a team for its API keys. The project must allow them: `allowTeamApiKeys`. */
export interface TeamApiKeyActions {
  /**
   * Lists the keys, newest first, with those that are revoked or expired. Requires the permission `$manage_api_keys`.
   */
  listApiKeys(): Promise<TeamApiKey[]>
  /**
   * Creates a key. Only this answer contains its complete value. Requires the permission `$manage_api_keys`. Throws
   * `RECENT_SIGN_IN_REQUIRED` if the project requires a recent sign-in.
   */
  createApiKey(options: ApiKeyCreateOptions): Promise<TeamApiKeyFirstView>
}

/** How the keys of an owner call the service. */
export interface ApiKeyContext {
  readonly request: SendRequest
  readonly session?: RequestSession | undefined
  readonly now: () => number
  /** Called after each change of a key. */
  readonly afterChange?: () => Promise<void>
}

/** @param userId `me` is the user of the session */
export function userApiKeyActions(userId: string, context: ApiKeyContext): UserApiKeyActions {
  const { request, session } = context
  return {
    listApiKeys: async () => {
      const { items } = await request('GET /user-api-keys', { query: { user_id: userId }, session })
      return items.map((read) => createUserApiKey(read, context))
    },
    createApiKey: async (options) => {
      const body = { ...createBodyOf(options), user_id: userId }
      const created = await request('POST /user-api-keys', { body, session })
      await context.afterChange?.()
      return {
        ...keyOf(created, userKeyUpdate(created, context), context),
        type: 'user',
        userId: created.user_id,
        value: created.value,
      }
    },
  }
}

export function teamApiKeyActions(teamId: string, context: ApiKeyContext): TeamApiKeyActions {
  const { request, session } = context
  return {
    listApiKeys: async () => {
      const { items } = await request('GET /team-api-keys', { query: { team_id: teamId }, session })
      return items.map((read) => createTeamApiKey(read, context))
    },
    createApiKey: async (options) => {
      const body = { ...createBodyOf(options), team_id: teamId }
      const created = await request('POST /team-api-keys', { body, session })
      await context.afterChange?.()
      return {
        ...keyOf(created, teamKeyUpdate(created, context), context),
        type: 'team',
        teamId: created.team_id,
        value: created.value,
      }
    },
  }
}

export function createUserApiKey(read: UserApiKeyRead, context: ApiKeyContext): UserApiKey {
  const key = keyOf(read, userKeyUpdate(read, context), context)
  return { ...key, type: 'user', userId: read.user_id, value: present(read.value) }
}

export function createTeamApiKey(read: TeamApiKeyRead, context: ApiKeyContext): TeamApiKey {
  const key = keyOf(read, teamKeyUpdate(read, context), context)
  return { ...key, type: 'team', teamId: read.team_id, value: present(read.value) }
}

type SendUpdate = (body: BodyOf<'PATCH /user-api-keys/{id}'>) => Promise<unknown>

function userKeyUpdate({ id }: { id: string }, { request, session }: ApiKeyContext): SendUpdate {
  return (body) => request('PATCH /user-api-keys/{id}', { params: { id }, body, session })
}

function teamKeyUpdate({ id, team_id }: { id: string; team_id: string }, context: ApiKeyContext): SendUpdate {
  const { request, session } = context
  return (body) => request('PATCH /team-api-keys/{id}', { params: { id }, query: { team_id }, body, session })
}

/** The service leaves these out if they have no value. */
const absentFields = { manuallyRevokedAt: null, lastUsedAt: null, createdByUserId: null }

/** The fields and methods that all keys have. */
function keyOf(
  read: Omit<UserApiKeyRead, 'type' | 'user_id' | 'value'>,
  sendUpdate: SendUpdate,
  { now, afterChange }: ApiKeyContext,
): ApiKey {
  const { expires_at_millis: expiresAtMillis, manually_revoked_at_millis: revokedAtMillis } = read

  function whyInvalid(): ApiKeyInvalidity | null {
    if (revokedAtMillis !== undefined) return 'manually-revoked'
    return expiresAtMillis !== undefined && expiresAtMillis <= now() ? 'expired' : null
  }

  async function update({ description, expiresAt, revoked }: ApiKeyUpdateOptions): Promise<void> {
    // The JSON encoder omits undefined fields.
    const expires_at_millis = expiresAt === undefined ? undefined : expiryOf(expiresAt)
    // Unchecked cast: the service refuses false, because a revocation is final.
    await sendUpdate({ description, expires_at_millis, revoked: revoked as true | undefined })
    await afterChange?.()
  }

  const { created_at_end_user_ip_info: createdFrom, ...fields } = read
  return {
    ...absentFields,
    ...present(fields),
    createdFrom: createdFrom ? present(createdFrom) : null,
    isValid: () => whyInvalid() === null,
    whyInvalid,
    update,
    revoke: () => update({ revoked: true }),
  }
}

function createBodyOf({ expiresAt, ...options }: ApiKeyCreateOptions) {
  return { ...bodyOf(options), expires_at_millis: expiryOf(expiresAt) }
}

/** @throws if the date is invalid: JSON would turn it into null, and the key would not expire */
function expiryOf(expiresAt: Date | null): number | null {
  if (expiresAt === null) return null
  const millis = expiresAt.getTime()
  // guard: an invalid date as expiry creates no API key without one
  if (Number.isNaN(millis)) {
    throw new Error('`expiresAt` is an invalid date, so the key would never expire. Pass a valid date, or null.')
  }
  // 0 means "does not expire" to the service.
  // guard: an expiry in 1970 creates no API key without one (keep `millis`)
  return Math.max(millis, 1)
}
