import {
  requestUserOr,
  scopeInternalsSymbol,
  type ApiKeyOption,
  type CurrentServerUser,
  type RequestScope,
  type RequestScopeInternals,
  type RequestUserOptions,
  type ServerListTeamsOptions,
  type ServerListUsersOptions,
  type ServerTeam,
  type ServerTeamList,
  type ServerUser,
  type ServerUserList,
} from '@portico/client/server'

/**
 * The reads of one incoming request with a hook for each, for components that only the server renders. The hooks return
 * the answers of the same cache as the methods, and suspend until they are loaded.
 */
export class RequestScopeWithHooks implements RequestScope {
  readonly [scopeInternalsSymbol]: RequestScopeInternals
  readonly getUser: RequestScope['getUser']
  readonly listUsers: RequestScope['listUsers']
  readonly createUser: RequestScope['createUser']
  readonly getTeam: RequestScope['getTeam']
  readonly listTeams: RequestScope['listTeams']
  readonly createTeam: RequestScope['createTeam']
  readonly verifyAccessToken: RequestScope['verifyAccessToken']
  readonly authenticateRequest: RequestScope['authenticateRequest']

  constructor(scope: RequestScope) {
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
  useUser(id: string): ServerUser | null
  /** Checks an API key and returns its user, or null if the key is not valid. */
  useUser(options: ApiKeyOption): ServerUser | null
  /** Returns the user who sent the request. */
  useUser(options: RequestUserOptions & { or: 'throw' }): CurrentServerUser
  useUser(options?: RequestUserOptions): CurrentServerUser | null
  useUser(idOrOptions: string | ApiKeyOption | RequestUserOptions = {}): ServerUser | CurrentServerUser | null {
    const internals = this[scopeInternalsSymbol]
    if (typeof idOrOptions === 'string') return internals.readUser(idOrOptions)
    if ('apiKey' in idOrOptions) return internals.readUserOfKey(idOrOptions.apiKey)
    return requestUserOr(internals.readCurrentUser(), idOrOptions, 'useUser')
  }

  /** Lists users like `listUsers`. */
  useUsers(options?: ServerListUsersOptions): ServerUserList {
    return this[scopeInternalsSymbol].readUserList(options)
  }

  /** Returns any team by id, or null for an unknown id. */
  useTeam(id: string): ServerTeam | null
  /** Checks an API key and returns its team, or null if the key is not valid. */
  useTeam(options: ApiKeyOption): ServerTeam | null
  useTeam(idOrKey: string | ApiKeyOption): ServerTeam | null {
    const internals = this[scopeInternalsSymbol]
    return typeof idOrKey === 'string' ? internals.readTeam(idOrKey) : internals.readTeamOfKey(idOrKey.apiKey)
  }

  /** Lists teams like `listTeams`. */
  useTeams(options?: ServerListTeamsOptions): ServerTeamList {
    return this[scopeInternalsSymbol].readTeamList(options)
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
