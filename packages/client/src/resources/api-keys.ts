import type {
  TeamApiKeyFirstView as TeamApiKeyFirstViewRead,
  TeamApiKeyRead,
  UserApiKeyFirstView as UserApiKeyFirstViewRead,
  UserApiKeyRead,
} from '@portico/contract'

import type { RequestSession, SendRequest } from '../transport/request.ts'

/** Why a key is no longer accepted. */
export type ApiKeyInvalidity = 'manually-revoked' | 'expired'

export interface ApiKeyCreateOptions {
  /** What the key is for, so that its owner recognizes it in the list. */
  description: string
  /** Null: the key does not expire. */
  expiresAt: Date | null
  /** Whether the key may be published, so that a secret scanner does not revoke it. Default: false. */
  isPublic?: boolean
}

export interface ApiKeyUpdateOptions {
  /** What the key is for, as its owner sees it in lists. */
  description?: string
  /** Null: the key does not expire. */
  expiresAt?: Date | null
  /** True revokes the key. A revoked key stays revoked. */
  revoked?: boolean
}

/** What all API keys have. A snapshot: list the keys again after a change. */
export interface ApiKey {
  /** The id of the key, not its secret value. */
  readonly id: string
  /** What the key is for, as its owner wrote it. */
  readonly description: string
  /** Absent: the key does not expire. */
  readonly expiresAt?: Date
  /** When an owner, a server or a secret scanner revoked the key. */
  readonly manuallyRevokedAt: Date | null
  /** When the key was created. */
  readonly createdAt: Date
  /** To the minute. Null: the key was never used. */
  readonly lastUsedAt: Date | null
  /** Null: a server created the key. */
  readonly createdFrom: ApiKeyOrigin | null
  /** Null: a server created the key. */
  readonly createdByUserId: string | null
  /** Whether the key may be part of public code. A scanner of secrets does not revoke it. */
  readonly isPublic: boolean
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
export interface ApiKeyOrigin {
  /** The address of the caller that created the key. */
  readonly ip: string
  /** ISO 3166 code, if the proxy of the service provides it. */
  readonly countryCode: string | null
}

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
   * Creates a key. Only this answer contains its complete value. Throws `RECENT_SIGN_IN_REQUIRED` if the project requires a recent
   * sign-in.
   */
  createApiKey(options: ApiKeyCreateOptions): Promise<UserApiKeyFirstView>
}

/** The methods of a team for its API keys. The project must allow them: `allowTeamApiKeys`. */
export interface TeamApiKeyActions {
  /** Lists the keys, newest first, with those that are revoked or expired. Requires the permission `$manage_api_keys`. */
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
      const path = `/user-api-keys?user_id=${encodeURIComponent(userId)}`
      const { items } = await request<{ items: UserApiKeyRead[] }>(path, { session })
      return items.map((read) => createUserApiKey(read, context))
    },
    createApiKey: async (options) => {
      const body = { ...createBodyOf(options), user_id: userId }
      const created = await request<UserApiKeyFirstViewRead>('/user-api-keys', { method: 'POST', body, session })
      await context.afterChange?.()
      return { ...fieldsOf(created, userKeyPath(created.id), context), ...userOf(created), value: created.value }
    },
  }
}

export function teamApiKeyActions(teamId: string, context: ApiKeyContext): TeamApiKeyActions {
  const { request, session } = context
  return {
    listApiKeys: async () => {
      const path = `/team-api-keys?team_id=${encodeURIComponent(teamId)}`
      const { items } = await request<{ items: TeamApiKeyRead[] }>(path, { session })
      return items.map((read) => createTeamApiKey(read, context))
    },
    createApiKey: async (options) => {
      const body = { ...createBodyOf(options), team_id: teamId }
      const created = await request<TeamApiKeyFirstViewRead>('/team-api-keys', { method: 'POST', body, session })
      await context.afterChange?.()
      return { ...fieldsOf(created, teamKeyPath(created), context), ...teamOf(created), value: created.value }
    },
  }
}

export function createUserApiKey(read: UserApiKeyRead, context: ApiKeyContext): UserApiKey {
  return { ...fieldsOf(read, userKeyPath(read.id), context), ...userOf(read), value: maskedOf(read) }
}

export function createTeamApiKey(read: TeamApiKeyRead, context: ApiKeyContext): TeamApiKey {
  return { ...fieldsOf(read, teamKeyPath(read), context), ...teamOf(read), value: maskedOf(read) }
}

function userKeyPath(id: string): string {
  return `/user-api-keys/${encodeURIComponent(id)}`
}

function teamKeyPath({ id, team_id }: { id: string; team_id: string }): string {
  return `/team-api-keys/${encodeURIComponent(id)}?team_id=${encodeURIComponent(team_id)}`
}

function userOf({ user_id }: { user_id: string }): Pick<UserApiKey, 'type' | 'userId'> {
  return { type: 'user', userId: user_id }
}

function teamOf({ team_id }: { team_id: string }): Pick<TeamApiKey, 'type' | 'teamId'> {
  return { type: 'team', teamId: team_id }
}

function maskedOf({ value }: { value: { last_four: string } }): MaskedApiKey {
  return { lastFour: value.last_four }
}

/** The fields and methods that all keys have. */
function fieldsOf(
  read: Omit<UserApiKeyRead, 'type' | 'user_id' | 'value'>,
  path: string,
  { request, session, now, afterChange }: ApiKeyContext,
): ApiKey {
  const { expires_at_millis: expiresAtMillis, manually_revoked_at_millis: revokedAtMillis } = read

  function whyInvalid(): ApiKeyInvalidity | null {
    if (revokedAtMillis !== undefined) return 'manually-revoked'
    return expiresAtMillis !== undefined && expiresAtMillis <= now() ? 'expired' : null
  }

  async function update({ description, expiresAt, revoked }: ApiKeyUpdateOptions): Promise<void> {
    // The JSON encoder omits undefined fields.
    const expires_at_millis = expiresAt === undefined ? undefined : expiryOf(expiresAt)
    await request(path, { method: 'PATCH', body: { description, expires_at_millis, revoked }, session })
    await afterChange?.()
  }

  const createdFrom = read.created_at_end_user_ip_info
  return {
    id: read.id,
    description: read.description,
    ...(expiresAtMillis !== undefined && { expiresAt: new Date(expiresAtMillis) }),
    manuallyRevokedAt: dateOf(revokedAtMillis),
    createdAt: new Date(read.created_at_millis),
    lastUsedAt: dateOf(read.last_used_at_millis),
    createdFrom: createdFrom ? { ip: createdFrom.ip, countryCode: createdFrom.country_code } : null,
    createdByUserId: read.created_by_user_id ?? null,
    isPublic: read.is_public,
    isValid: () => whyInvalid() === null,
    whyInvalid,
    update,
    revoke: () => update({ revoked: true }),
  }
}

function createBodyOf({ description, expiresAt, isPublic }: ApiKeyCreateOptions) {
  return { description, expires_at_millis: expiryOf(expiresAt), is_public: isPublic }
}

/** @throws if the date is invalid: JSON would turn it into null, and the key would not expire */
function expiryOf(expiresAt: Date | null): number | null {
  if (expiresAt === null) return null
  const millis = expiresAt.getTime()
  if (Number.isNaN(millis)) {
    throw new Error('`expiresAt` is an invalid date, so the key would never expire. Pass a valid date, or null.')
  }
  // 0 means "does not expire" to the service.
  return Math.max(millis, 1)
}

function dateOf(millis: number | undefined): Date | null {
  return millis === undefined ? null : new Date(millis)
}
