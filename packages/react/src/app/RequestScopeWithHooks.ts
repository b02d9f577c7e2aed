import {
  requestUserOr,
  scopeInternalsSymbol,
  type CurrentServerUser,
  type RequestScope,
  type RequestScopeInternals,
  type RequestUserOptions,
  type ServerListUsersOptions,
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
  readonly verifyAccessToken: RequestScope['verifyAccessToken']

  constructor(scope: RequestScope) {
    this[scopeInternalsSymbol] = scope[scopeInternalsSymbol]
    this.getUser = scope.getUser.bind(scope)
    this.listUsers = scope.listUsers.bind(scope)
    this.createUser = scope.createUser.bind(scope)
    this.verifyAccessToken = scope.verifyAccessToken.bind(scope)
  }

  /** Returns any user by id, or null for an unknown id. */
  useUser(id: string): ServerUser | null
  /** Returns the user who sent the request. */
  useUser(options: RequestUserOptions & { or: 'throw' }): CurrentServerUser
  useUser(options?: RequestUserOptions): CurrentServerUser | null
  useUser(idOrOptions: string | RequestUserOptions = {}): ServerUser | CurrentServerUser | null {
    const internals = this[scopeInternalsSymbol]
    if (typeof idOrOptions === 'string') return internals.readUser(idOrOptions)
    return requestUserOr(internals.readCurrentUser(), idOrOptions, 'useUser')
  }

  /** Lists users like `listUsers`. */
  useUsers(options?: ServerListUsersOptions): ServerUserList {
    return this[scopeInternalsSymbol].readUserList(options)
  }
}
