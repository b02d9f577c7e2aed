import type { UserServerRead } from '@portico/contract'

import type { CacheableRead } from './request-cache.ts'
import type { ServerContext } from './server-context.ts'
import type { ServerUser, ServerUserCreateOptions } from './server-user.ts'
import { fetchPage } from '../resources/pages.ts'
import { readList, type ServerList } from './read-list.ts'
import { isUuid } from '../transport/uuid.ts'
import { createServerUser } from './user-actions.ts'
import { KnownErrors } from '../transport/known-error.ts'
import { serverCreateBodyOf } from './wire-fields.ts'

export interface ServerListUsersOptions {
  /** The `nextCursor` of the previous page. */
  cursor?: string
  /** Size of the page. Default: all users of the project. */
  limit?: number
  orderBy?: 'signedUpAt'
  /** Newest first. Default: oldest first. */
  desc?: boolean
  /** Part of the display name or of an e-mail address, ignoring case, or the exact id of a user. */
  query?: string
  /** Only members of this team. */
  teamId?: string
  /** Lists restricted users too, such as suspended ones. Default: true. */
  includeRestricted?: boolean
  /** Lists anonymous users too. Default: false. */
  includeAnonymous?: boolean
  /** Lists anonymous users only. Default: false. */
  onlyAnonymous?: boolean
}

/** A page of users. `nextCursor` is null on the last page. */
export type ServerUserList = ServerList<ServerUser>

/** Sends a read, or takes its answer from the cache of the request. */
export function send<Value>({ cache }: ServerContext, { key, fetch }: CacheableRead<Value>): Promise<Value> {
  return cache ? cache.load(key, fetch) : fetch()
}

/** Reads one user. The value is null for an unknown id. */
export function readUser(context: ServerContext, userId: string): CacheableRead<ServerUser | null> {
  // The id becomes part of a path, and `me` would be another endpoint.
  const id = isUuid(userId) ? userId.toLowerCase() : null
  return {
    key: { kind: 'user', id: id ?? '' },
    fetch: async () => {
      if (id === null) return null
      try {
        return createServerUser(await context.request<UserServerRead>(`/users/${id}`), context)
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
    (page) => fetchPage<UserServerRead>(context.request, '/users', { ...page, ...queryOf(options) }),
    (read) => createServerUser(read, context),
  )
}

function queryOf(options: ServerListUsersOptions) {
  const { includeRestricted = true, includeAnonymous = options.onlyAnonymous } = options
  return {
    order_by: options.orderBy && 'signed_up_at',
    desc: options.desc,
    query: options.query,
    team_id: options.teamId,
    include_restricted: includeRestricted,
    include_anonymous: includeAnonymous,
    only_anonymous: options.onlyAnonymous,
  }
}

export async function createUser(context: ServerContext, options: ServerUserCreateOptions): Promise<ServerUser> {
  const read = await context.request<UserServerRead>('/users', { method: 'POST', body: serverCreateBodyOf(options) })
  context.cache?.afterCreate()
  return createServerUser(read, context)
}
