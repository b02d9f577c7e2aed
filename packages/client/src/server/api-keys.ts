import type { CacheableRead } from './request-cache.ts'
import type { ServerContext } from './server-context.ts'
import type { ServerTeam, ServerUser } from './server-user.ts'
import { apiKeyContextOf } from './api-key-context.ts'
import { createTeamApiKey, createUserApiKey, type TeamApiKey, type UserApiKey } from '../resources/api-keys.ts'
import { type ErrorCode, KnownError } from '../transport/known-error.ts'
import { apiKeyTypeOf } from './api-key-text.ts'
import { restrictionRefusals, sessionRestrictionOf } from './restricted-user.ts'
import { readTeam } from './teams.ts'
import { readUser, send } from './users.ts'

/** Reads the owner of an API key, such as one that a request carried. */
export interface ApiKeyOption {
  /** The value of an API key. */
  apiKey: string
}

/** Reads the user of an API key. */
export interface UserApiKeyOption extends ApiKeyOption {
  /**
   * Also returns a user who must set up the second factor that the project requires. The service refuses the keys of
   * users who are restricted otherwise. Default: false.
   */
  includeRestricted?: boolean
}

/** Why a key is not accepted. */
export type ApiKeyRefusal =
  | 'unknown-key'
  | 'revoked-key'
  | 'expired-key'
  | 'suspended'
  | 'waiting'
  | 'email-not-verified'
  | 'second-factor-required'

/** A key that the service accepts, and the user whose key it is. */
export interface CheckedUserApiKey {
  readonly user: ServerUser
  readonly apiKey: UserApiKey
}

/** A key that the service accepts, and the team whose key it is. */
export interface CheckedTeamApiKey {
  readonly team: ServerTeam
  readonly apiKey: TeamApiKey
}

/** Checks a key of a user, and reads the user. */
export function readUserApiKey(
  context: ServerContext,
  apiKey: string,
): CacheableRead<CheckedUserApiKey | ApiKeyRefusal> {
  return {
    key: { kind: 'user-key', id: apiKey },
    fetch: async () => {
      const read = await check('user', apiKey, (body) => context.request('POST /user-api-keys/check', { body }))
      if (typeof read === 'string') return read
      const user = await send(context, readUser(context, read.user_id))
      return user ? { user, apiKey: createUserApiKey(read, apiKeyContextOf(context)) } : 'unknown-key'
    },
  }
}

/** Checks a key of a team, and reads the team. */
export function readTeamApiKey(
  context: ServerContext,
  apiKey: string,
): CacheableRead<CheckedTeamApiKey | ApiKeyRefusal> {
  return {
    key: { kind: 'team-key', id: apiKey },
    fetch: async () => {
      const read = await check('team', apiKey, (body) => context.request('POST /team-api-keys/check', { body }))
      if (typeof read === 'string') return read
      const team = await send(context, readTeam(context, read.team_id))
      return team ? { team, apiKey: createTeamApiKey(read, apiKeyContextOf(context)) } : 'unknown-key'
    },
  }
}

export function userOfKey(
  checked: CheckedUserApiKey | ApiKeyRefusal,
  { includeRestricted = false }: Pick<UserApiKeyOption, 'includeRestricted'>,
): ServerUser | null {
  if (typeof checked === 'string') return null
  const { user } = checked
  // The state may have changed between the check of the key and the read of its user.
  // guard: a user who was suspended after the check of the key is not returned (drop `user.suspension`)
  //   [server/api-keys]
  if (user.suspension || (sessionRestrictionOf(user) && !includeRestricted)) return null
  return user
}

export function teamOfKey(checked: CheckedTeamApiKey | ApiKeyRefusal): ServerTeam | null {
  return typeof checked === 'string' ? null : checked.team
}

/** Reads a user. Returns null for an unknown id, and for a key that is not valid. */
export async function getUserByIdOrKey(
  context: ServerContext,
  idOrKey: string | UserApiKeyOption,
): Promise<ServerUser | null> {
  if (typeof idOrKey === 'string') return send(context, readUser(context, idOrKey))
  return userOfKey(await send(context, readUserApiKey(context, idOrKey.apiKey)), idOrKey)
}

/** Reads a team. Returns null for an unknown id, and for a key that is not valid. */
export async function getTeamByIdOrKey(
  context: ServerContext,
  idOrKey: string | ApiKeyOption,
): Promise<ServerTeam | null> {
  if (typeof idOrKey === 'string') return send(context, readTeam(context, idOrKey))
  return teamOfKey(await send(context, readTeamApiKey(context, idOrKey.apiKey)))
}

/** Also true for a key that is missing, so that it never selects the user of the request. */
export function isIdOrKey(given: string | object): given is string | UserApiKeyOption {
  // guard: a missing API key does not select the user of the request
  //   (replace `'apiKey' in given` with `(given as ApiKeyOption).apiKey !== undefined`)
  return typeof given === 'string' || 'apiKey' in given
}

const refusals: Partial<Record<ErrorCode, ApiKeyRefusal>> = {
  API_KEY_NOT_FOUND: 'unknown-key',
  WRONG_API_KEY_TYPE: 'unknown-key',
  API_KEY_REVOKED: 'revoked-key',
  API_KEY_EXPIRED: 'expired-key',
}

/** Skips the call for a text that is not a key of this type. */
async function check<Read extends object>(
  type: 'user' | 'team',
  apiKey: string,
  send: (body: { api_key: string }) => Promise<Read>,
): Promise<Read | ApiKeyRefusal> {
  if (apiKeyTypeOf(apiKey) !== type) return 'unknown-key'
  try {
    return await send({ api_key: apiKey })
  } catch (error) {
    const refusal = KnownError.isKnownError(error) ? refusalOf(error) : undefined
    if (refusal) return refusal
    throw error
  }
}

function refusalOf(error: KnownError): ApiKeyRefusal | undefined {
  if (!error.is('RESTRICTED_USER_NOT_ALLOWED')) return refusals[error.errorCode]
  // Other services of the protocol give no reason.
  const restriction = sessionRestrictionOf({ restrictedReason: error.details?.restricted_reason ?? null })
  return restriction ? restrictionRefusals[restriction] : 'suspended'
}
