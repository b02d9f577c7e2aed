import type { CurrentServerUser, ServerTeam, ServerUser } from './server-user.ts'
import {
  type ApiKeyRefusal,
  type CheckedTeamApiKey,
  type CheckedUserApiKey,
  readTeamApiKey,
  readUserApiKey,
} from './api-keys.ts'
import { apiKeyTypeOf } from './api-key-text.ts'
import type { TeamApiKey, UserApiKey } from '../resources/api-keys.ts'
import type { ServerContext } from './server-context.ts'
import { apiKeyOfIncoming, type IncomingRequest } from './incoming-request.ts'
import { restrictionRefusals, sessionRestrictionOf } from './restricted-user.ts'
import { readClaims } from '../session/access-token.ts'
import type { Tokens } from '../session/tokens.ts'
import { KnownError, StatusError } from '../transport/known-error.ts'
import { send } from './users.ts'

/** Who has sent a request, and how the request proves it. */
export type AuthenticatedRequest =
  | { readonly type: 'session'; readonly user: CurrentServerUser }
  | { readonly type: 'user-api-key'; readonly user: ServerUser; readonly apiKey: UserApiKey }
  | { readonly type: 'team-api-key'; readonly team: ServerTeam; readonly apiKey: TeamApiKey }

/** Why a request was refused. For logs only: callers must all get the same answer. */
export type AuthenticationRefusal =
  | 'missing'
  | 'malformed'
  | 'ended-session'
  | 'anonymous'
  | 'keys-not-allowed'
  | ApiKeyRefusal

/** Which callers `authenticateRequest` accepts, and a function that gets the reason for a refusal. */
export interface AuthenticateRequestOptions {
  /** Also accepts anonymous users. Default: false. */
  allowAnonymous?: boolean
  /** Called with the reason for a refusal. */
  onRefused?: (reason: AuthenticationRefusal) => void
}

export interface AuthenticationParts {
  readonly context: ServerContext
  /** Null if the tokens of the request are malformed. */
  readonly readTokens: () => Tokens | null
  /** Reads the user of the request's session, anonymous or not. */
  readonly readCurrentUser: () => Promise<CurrentServerUser | null>
}

export async function authenticateRequest(
  request: IncomingRequest,
  parts: AuthenticationParts,
  { allowAnonymous = false, onRefused }: AuthenticateRequestOptions = {},
): Promise<AuthenticatedRequest | null> {
  const apiKey = apiKeyOfIncoming(request)
  // guard: a malformed API key of a request does not fall through to its session
  //   (replace `apiKey === null` with `apiKey === null || apiKeyTypeOf(apiKey) === null`) [server/api-keys]
  const found = await (apiKey === null ? authenticateSession(parts) : authenticateKey(parts.context, apiKey))
  const refusal = typeof found === 'string' ? found : findUserRefusal(found, allowAnonymous)
  if (refusal !== null) onRefused?.(refusal)
  return typeof found === 'string' || refusal !== null ? null : found
}

async function authenticateSession({
  readTokens,
  readCurrentUser,
}: AuthenticationParts): Promise<AuthenticatedRequest | AuthenticationRefusal> {
  const tokens = readTokens()
  if (!tokens) return 'malformed'
  const { accessToken, refreshToken } = tokens
  if (accessToken === null && refreshToken === null) return 'missing'
  if (refreshToken === null && accessToken !== null && !readClaims(accessToken)) return 'malformed'
  const user = await readCurrentUser()
  return user ? { type: 'session', user } : 'ended-session'
}

async function authenticateKey(
  context: ServerContext,
  apiKey: string,
): Promise<AuthenticatedRequest | AuthenticationRefusal> {
  const type = apiKeyTypeOf(apiKey)
  if (type === null) return 'malformed'
  try {
    const checked: CheckedUserApiKey | CheckedTeamApiKey | ApiKeyRefusal =
      type === 'user'
        ? await send(context, readUserApiKey(context, apiKey))
        : await send(context, readTeamApiKey(context, apiKey))
    if (typeof checked === 'string') return checked
    return 'user' in checked ? { type: 'user-api-key', ...checked } : { type: 'team-api-key', ...checked }
  } catch (error) {
    if (isFeatureOff(error)) return 'keys-not-allowed'
    throw error
  }
}

/** The answer has no code. Every other 400 of these calls has one. */
function isFeatureOff(error: unknown): boolean {
  return error instanceof StatusError && error.statusCode === 400 && !KnownError.isKnownError(error)
}

function findUserRefusal(found: AuthenticatedRequest, allowAnonymous: boolean): AuthenticationRefusal | null {
  if (found.type === 'team-api-key') return null
  // guard: an anonymous user sends a request only if that is wanted (keep `null`) [server/api-keys]
  if (found.user.isAnonymous) return allowAnonymous ? null : 'anonymous'
  const restriction = sessionRestrictionOf(found.user)
  if (restriction) return restrictionRefusals[restriction]
  // A suspension between the check of the key and the read of its user.
  // guard: a user who was suspended after the check of the key is refused (keep `null`) [server/api-keys]
  return found.user.isRestricted ? 'suspended' : null
}
