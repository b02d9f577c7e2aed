import type { CacheableRead } from './request-cache.ts'
import type { ServerContext } from './server-context.ts'
import type { ServerUser, ServerUserCreateOptions } from './server-user.ts'
import { fetchPage } from '../resources/pages.ts'
import { readList, type ServerList } from './read-list.ts'
import { type UserFilterOptions, userFilterQuery } from '../resources/user-filters.ts'
import { isUuid } from '../transport/uuid.ts'
import { createServerUser } from './user-actions.ts'
import { KnownErrors } from '../transport/known-error.ts'
import { serverCreateBodyOf } from './wire-fields.ts'

/** Which users a list contains, and in which order. */
export interface ServerListUsersOptions extends UserFilterOptions {
  /** The `nextCursor` of the previous page. */
  cursor?: string
  /** Size of the page. Default: all users of the project. */
  limit?: number
  /**
   * Default: `signedUpAt`. A user who is active while the pages of a list by last activity are read moves to its newest
   * end, so that later pages lack the user (newest first) or contain the user again (oldest first).
   */
  orderBy?: 'signedUpAt' | 'lastActiveAt'
  /** Newest first. Default: oldest first. */
  desc?: boolean
  /** Also counts the users of the whole list when `limit` reads one page. Default: false. */
  includeTotal?: boolean
}

/**
 * A page of users. It can have fewer users than the limit, even none, if few of many users match the filters. Only a
 * `nextCursor` of null marks the end.
 */
export type ServerUserList = ServerList<ServerUser>

/** Sends a read, or takes its answer from the cache of the request. */
export function send<Value>({ cache }: ServerContext, { key, fetch }: CacheableRead<Value>): Promise<Value> {
  return cache ? cache.load(key, fetch) : fetch()
}

/** Reads one user. The value is null for an unknown id. */
export function readUser(context: ServerContext, userId: string): CacheableRead<ServerUser | null> {
  // The id becomes part of a path, and `me` would be another endpoint.
  // guard: a user id becomes part of a path only if it is one (replace `isUuid(userId)` with `true`) [server-app]
  const id = isUuid(userId) ? userId.toLowerCase() : null
  return {
    key: { kind: 'user', id: id ?? '' },
    fetch: async () => {
      if (id === null) return null
      try {
        return createServerUser(await context.request('GET /users/{user_id}', { params: { user_id: id } }), context)
      } catch (error) {
        if (KnownErrors.UserNotFound.isInstance(error)) return null
        throw error
      }
    },
  }
}

export function readUserList(
  context: ServerContext,
  options: ServerListUsersOptions = {},
): CacheableRead<ServerUserList> {
  return readList(
    'user-list',
    options,
    (page) => fetchPage(context.request, 'GET /users', { ...page, ...queryOf(options) }),
    (read) => createServerUser(read, context),
  )
}

const wireOrders = { signedUpAt: 'signed_up_at', lastActiveAt: 'last_active_at' } as const

function queryOf({ cursor: _cursor, desc, includeTotal, limit, orderBy, ...filter }: ServerListUsersOptions) {
  return {
    order_by: orderBy && wireOrders[orderBy],
    desc,
    ...userFilterQuery(filter),
    // The length of a list that is read whole is its total.
    include_total: limit === undefined ? undefined : includeTotal,
  }
}

export async function createUser(context: ServerContext, options: ServerUserCreateOptions): Promise<ServerUser> {
  const read = await context.request('POST /users', { body: serverCreateBodyOf(options) })
  context.cache?.afterCreate()
  return createServerUser(read, context)
}
