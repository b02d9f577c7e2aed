import {
  requestUserOr,
  scopeInternalsSymbol,
  type ApiKeyOption,
  type RequestScope,
  type RequestScopeInternals,
  type RequestUserOptions,
  type ServerListTeamsOptions,
  type ServerListUsersOptions,
  type UserApiKeyOption,
} from '@portico/client/server'
import type { ScopeMethodsWithHooks } from './server-methods.ts'
import type {
  CurrentServerUserWithHooks,
  ServerTeamListWithHooks,
  ServerTeamWithHooks,
  ServerUserListWithHooks,
  ServerUserWithHooks,
} from './server-records.ts'

/**
 * The reads of one incoming request with a hook for each, for components that only the server renders. The hooks and
 * the methods share one cache. The hooks suspend until the answer is loaded.
 */
export class RequestScopeWithHooks implements RequestScope {
  readonly [scopeInternalsSymbol]: RequestScopeInternals
  /** Returns the user who sent the request, any user by id, or the user of an API key. */
  readonly getUser: ScopeMethodsWithHooks['getUser']
  /** Lists users of the project. */
  readonly listUsers: ScopeMethodsWithHooks['listUsers']
  /** Creates a user. */
  readonly createUser: ScopeMethodsWithHooks['createUser']
  /** Returns any team by id, or the team of an API key. */
  readonly getTeam: ScopeMethodsWithHooks['getTeam']
  /** Lists teams of the project. */
  readonly listTeams: ScopeMethodsWithHooks['listTeams']
  /** Creates a team. */
  readonly createTeam: ScopeMethodsWithHooks['createTeam']
  /** Verifies the access token of the request without a call to the service. */
  readonly verifyAccessToken: ScopeMethodsWithHooks['verifyAccessToken']
  /** Returns who sent the request, by session or API key, or null. */
  readonly authenticateRequest: ScopeMethodsWithHooks['authenticateRequest']

  constructor(given: RequestScope) {
    // Unchecked cast: the objects of an app with hooks have hooks.
    const scope = given as RequestScope & ScopeMethodsWithHooks
    this[scopeInternalsSymbol] = scope[scopeInternalsSymbol]
    this.getUser = scope.getUser.bind(scope)
    this.listUsers = scope.listUsers.bind(scope)
    this.createUser = scope.createUser.bind(scope)
    this.getTeam = scope.getTeam.bind(scope)
    this.listTeams = scope.listTeams.bind(scope)
    this.createTeam = scope.createTeam.bind(scope)
    this.verifyAccessToken = scope.verifyAccessToken.bind(scope)
    this.authenticateRequest = scope.authenticateRequest.bind(scope)
  }

  /** Returns any user by id, or null for an unknown id. */
  useUser(id: string): ServerUserWithHooks | null
  /** Checks an API key and returns its user, or null if the key is not valid. */
  useUser(options: UserApiKeyOption): ServerUserWithHooks | null
  /** Returns the user who sent the request. */
  useUser(options: RequestUserOptions & { or: 'throw' }): CurrentServerUserWithHooks
  useUser(options?: RequestUserOptions): CurrentServerUserWithHooks | null
  useUser(
    idOrOptions: string | UserApiKeyOption | RequestUserOptions = {},
  ): ServerUserWithHooks | CurrentServerUserWithHooks | null {
    const internals = this[scopeInternalsSymbol]
    // Unchecked casts, here and below: the objects of an app with hooks have hooks.
    if (typeof idOrOptions === 'string') return internals.readUser(idOrOptions) as ServerUserWithHooks | null
    if ('apiKey' in idOrOptions) return internals.readUserOfKey(idOrOptions) as ServerUserWithHooks | null
    const user = requestUserOr(internals.readCurrentUser(), idOrOptions, 'useUser')
    return user as CurrentServerUserWithHooks | null
  }

  /** Lists users like `listUsers`. */
  useUsers(options?: ServerListUsersOptions): ServerUserListWithHooks {
    return this[scopeInternalsSymbol].readUserList(options) as ServerUserListWithHooks
  }

  /** Returns any team by id, or null for an unknown id. */
  useTeam(id: string): ServerTeamWithHooks | null
  /** Checks an API key and returns its team, or null if the key is not valid. */
  useTeam(options: ApiKeyOption): ServerTeamWithHooks | null
  useTeam(idOrKey: string | ApiKeyOption): ServerTeamWithHooks | null {
    const internals = this[scopeInternalsSymbol]
    const team = typeof idOrKey === 'string' ? internals.readTeam(idOrKey) : internals.readTeamOfKey(idOrKey.apiKey)
    return team as ServerTeamWithHooks | null
  }

  /** Lists teams like `listTeams`. */
  useTeams(options?: ServerListTeamsOptions): ServerTeamListWithHooks {
    return this[scopeInternalsSymbol].readTeamList(options) as ServerTeamListWithHooks
  }
}

// Weak, so that a server does not keep requests in memory.
const scopes = new WeakMap<RequestScope, RequestScopeWithHooks>()

/** Returns the same object for the same scope. */
export function withHooks(scope: RequestScope): RequestScopeWithHooks {
  const known = scopes.get(scope) ?? new RequestScopeWithHooks(scope)
  scopes.set(scope, known)
  return known
}
