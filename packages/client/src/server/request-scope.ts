import type {
  CurrentServerUser,
  ServerTeam,
  ServerTeamCreateOptions,
  ServerUser,
  ServerUserCreateOptions,
} from './server-user.ts'
import {
  type ApiKeyOption,
  getTeamByIdOrKey,
  getUserByIdOrKey,
  isIdOrKey,
  readTeamApiKey,
  readUserApiKey,
  teamOfKey,
  userOfKey,
  type UserApiKeyOption,
} from './api-keys.ts'
import type { AuthenticatedRequest, AuthenticateRequestOptions } from './authenticate-request.ts'
import { type ServerContext, withOwnReads } from './server-context.ts'
import { createTeam, readTeam, readTeamList, type ServerListTeamsOptions, type ServerTeamList } from './teams.ts'
import { type CacheableRead, RequestCache } from './request-cache.ts'
import { createUser, readUser, readUserList, send, type ServerListUsersOptions, type ServerUserList } from './users.ts'
import { restrictedUserError, sessionRestrictionOf, type RestrictedUserOptions } from './restricted-user.ts'
import type { VerifiedAccessToken, VerifyAccessTokenOptions } from './verify-access-token.ts'

/**
 * The key of the scope members that only our own packages use.
 *
 * @internal
 */
export const scopeInternalsSymbol: unique symbol = Symbol.for('Portico--scope-internals') as never

interface RequestScopeParts {
  readonly context: ServerContext
  /** Reads the user of the request, anonymous or not. */
  readonly readCurrentUser: (context: ServerContext) => Promise<CurrentServerUser | null>
  readonly verifyAccessToken: (options?: VerifyAccessTokenOptions) => Promise<VerifiedAccessToken | null>
  readonly authenticate: (
    context: ServerContext,
    readCurrentUser: () => Promise<CurrentServerUser | null>,
    options?: AuthenticateRequestOptions,
  ) => Promise<AuthenticatedRequest | null>
}

/** What to do if no user is signed in. Anonymous users count only with `anonymous-if-exists`. */
export interface RequestUserOptions extends RestrictedUserOptions {
  /** What to do if no user is signed in. Default: `return-null`. */
  or?: 'return-null' | 'throw' | 'anonymous-if-exists'
}

/**
 * The members of a scope for `@portico/react`. They return values and suspend by throwing a promise.
 *
 * @internal
 */
export interface RequestScopeInternals {
  /** Reads the user of the request, anonymous or not. */
  readCurrentUser(): CurrentServerUser | null
  readUser(id: string): ServerUser | null
  readUserList(options?: ServerListUsersOptions): ServerUserList
  readTeam(id: string): ServerTeam | null
  readTeamList(options?: ServerListTeamsOptions): ServerTeamList
  readUserOfKey(options: UserApiKeyOption): ServerUser | null
  readTeamOfKey(apiKey: string): ServerTeam | null
}

/** The reads of one incoming request; see `PorticoServerApp.forRequest`. */
export interface RequestScope {
  readonly [scopeInternalsSymbol]: RequestScopeInternals
  /** Reads any user by id. Returns null for an unknown id. */
  getUser(id: string): Promise<ServerUser | null>
  /** Checks an API key and reads its user, like `PorticoServerApp.getUser`. */
  getUser(options: UserApiKeyOption): Promise<ServerUser | null>
  /** Reads the user who sent the request. */
  getUser(options: RequestUserOptions & { or: 'throw' }): Promise<CurrentServerUser>
  getUser(options?: RequestUserOptions): Promise<CurrentServerUser | null>
  /** Lists users like `PorticoServerApp.listUsers`. */
  listUsers(options?: ServerListUsersOptions): Promise<ServerUserList>
  /** Creates a user, whether or not the project allows sign-up. */
  createUser(options: ServerUserCreateOptions): Promise<ServerUser>
  /** Reads any team by id. Returns null for an unknown id. */
  getTeam(id: string): Promise<ServerTeam | null>
  /** Checks an API key and reads its team, like `PorticoServerApp.getTeam`. */
  getTeam(options: ApiKeyOption): Promise<ServerTeam | null>
  /** Lists teams like `PorticoServerApp.listTeams`. */
  listTeams(options?: ServerListTeamsOptions): Promise<ServerTeamList>
  /** Creates a team, whether or not the project lets users create teams. */
  createTeam(options: ServerTeamCreateOptions): Promise<ServerTeam>
  /** Verifies the access token of the request without a call to the service. Returns null if it is not valid. */
  verifyAccessToken(options?: VerifyAccessTokenOptions): Promise<VerifiedAccessToken | null>
  /** Identifies the sender of the request by session or API key, like `PorticoServerApp.authenticateRequest`. */
  authenticateRequest(options?: AuthenticateRequestOptions): Promise<AuthenticatedRequest | null>
}

export class CachedRequestScope implements RequestScope {
  readonly [scopeInternalsSymbol]: RequestScopeInternals
  readonly #parts: RequestScopeParts
  readonly #context: ServerContext
  readonly #currentUser: CacheableRead<CurrentServerUser | null>

  constructor(parts: RequestScopeParts) {
    const cache = new RequestCache()
    const context = { ...withOwnReads(parts.context), cache }
    const currentUser: CacheableRead<CurrentServerUser | null> = {
      key: { kind: 'current-user', id: '' },
      fetch: () => parts.readCurrentUser(context),
    }
    const read = <Value>({ key, fetch }: CacheableRead<Value>): Value => cache.read(key, fetch)
    this.#parts = parts
    this.#context = context
    this.#currentUser = currentUser
    this[scopeInternalsSymbol] = {
      readCurrentUser: () => read(currentUser),
      readUser: (id) => read(readUser(context, id)),
      readUserList: (options) => read(readUserList(context, options)),
      readTeam: (id) => read(readTeam(context, id)),
      readTeamList: (options) => read(readTeamList(context, options)),
      readUserOfKey: (options) => userOfKey(read(readUserApiKey(context, options.apiKey)), options),
      readTeamOfKey: (apiKey) => teamOfKey(read(readTeamApiKey(context, apiKey))),
    }
  }

  getUser(idOrKey: string | UserApiKeyOption): Promise<ServerUser | null>
  getUser(options: RequestUserOptions & { or: 'throw' }): Promise<CurrentServerUser>
  getUser(options?: RequestUserOptions): Promise<CurrentServerUser | null>
  async getUser(
    idOrOptions: string | UserApiKeyOption | RequestUserOptions = {},
  ): Promise<ServerUser | CurrentServerUser | null> {
    if (isIdOrKey(idOrOptions)) return getUserByIdOrKey(this.#context, idOrOptions)
    return requestUserOr(await send(this.#context, this.#currentUser), idOrOptions, 'getUser')
  }

  listUsers(options?: ServerListUsersOptions): Promise<ServerUserList> {
    return send(this.#context, readUserList(this.#context, options))
  }

  createUser(options: ServerUserCreateOptions): Promise<ServerUser> {
    return createUser(this.#context, options)
  }

  getTeam(idOrKey: string | ApiKeyOption): Promise<ServerTeam | null> {
    return getTeamByIdOrKey(this.#context, idOrKey)
  }

  listTeams(options?: ServerListTeamsOptions): Promise<ServerTeamList> {
    return send(this.#context, readTeamList(this.#context, options))
  }

  createTeam(options: ServerTeamCreateOptions): Promise<ServerTeam> {
    return createTeam(this.#context, options)
  }

  verifyAccessToken(options?: VerifyAccessTokenOptions): Promise<VerifiedAccessToken | null> {
    return this.#parts.verifyAccessToken(options)
  }

  authenticateRequest(options?: AuthenticateRequestOptions): Promise<AuthenticatedRequest | null> {
    return this.#parts.authenticate(this.#context, () => send(this.#context, this.#currentUser), options)
  }
}

/**
 * Applies the options of a read of the current user to its result.
 *
 * @param caller name of the method or hook, for the error
 *
 * @internal
 */
export function requestUserOr(
  user: CurrentServerUser | null,
  { or = 'return-null', includeRestricted = false }: RequestUserOptions,
  caller: string,
): CurrentServerUser | null {
  const restriction = user && !includeRestricted ? sessionRestrictionOf(user) : null
  if (restriction) {
    if (or === 'throw') throw restrictedUserError(restriction, caller, or)
    return null
  }
  if (user && (!user.isAnonymous || or === 'anonymous-if-exists')) return user
  if (or === 'throw') throw new Error(`User is not signed in but ${caller} was called with { or: 'throw' }`)
  return null
}
