import type { CurrentServerUser, ServerUser, ServerUserCreateOptions } from './server-user.ts'
import type { ServerContext } from './server-context.ts'
import { UserCache } from './user-cache.ts'
import { createUser, findUser, listUsers, type ServerListUsersOptions, type ServerUserList } from './users.ts'
import type { VerifiedAccessToken, VerifyAccessTokenOptions } from './verify-access-token.ts'

interface RequestScopeParts {
  readonly context: ServerContext
  /** Reads the user of the request, anonymous or not. */
  readonly readCurrentUser: (context: ServerContext) => Promise<CurrentServerUser | null>
  readonly verifyAccessToken: (options?: VerifyAccessTokenOptions) => Promise<VerifiedAccessToken | null>
}

/** What to do if no user is signed in. Anonymous users count only with `anonymous-if-exists`. */
export interface RequestUserOptions {
  or?: 'return-null' | 'throw' | 'anonymous-if-exists'
}

/** The reads of one incoming request; see `PorticoServerApp.forRequest`. */
export class RequestScope {
  readonly #parts: RequestScopeParts
  readonly #context: ServerContext

  constructor(parts: RequestScopeParts) {
    this.#parts = parts
    this.#context = { ...parts.context, cache: new UserCache() }
  }

  /** Reads any user by id. Returns null for an unknown id. */
  getUser(id: string): Promise<ServerUser | null>
  /** Reads the user who sent the request. */
  getUser(options: RequestUserOptions & { or: 'throw' }): Promise<CurrentServerUser>
  getUser(options?: RequestUserOptions): Promise<CurrentServerUser | null>
  async getUser(idOrOptions: string | RequestUserOptions = {}): Promise<ServerUser | CurrentServerUser | null> {
    if (typeof idOrOptions === 'string') return findUser(this.#context, idOrOptions)
    const { or = 'return-null' } = idOrOptions
    const user = await this.#context.cache?.load({ kind: 'current-user', id: '' }, () =>
      this.#parts.readCurrentUser(this.#context),
    )
    if (user && (!user.isAnonymous || or === 'anonymous-if-exists')) return user
    if (or === 'throw') throw new Error("User is not signed in but getUser was called with { or: 'throw' }")
    return null
  }

  /** Lists users like `PorticoServerApp.listUsers`. */
  listUsers(options?: ServerListUsersOptions): Promise<ServerUserList> {
    return listUsers(this.#context, options)
  }

  /** Creates a user, whether or not the project allows sign-up. */
  createUser(options: ServerUserCreateOptions): Promise<ServerUser> {
    return createUser(this.#context, options)
  }

  /** Verifies the access token of the request without a call to the service. Returns null if it is not valid. */
  verifyAccessToken(options?: VerifyAccessTokenOptions): Promise<VerifiedAccessToken | null> {
    return this.#parts.verifyAccessToken(options)
  }
}
