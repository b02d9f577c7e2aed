import type { UserServerRead } from '@portico/contract'

import type { CacheKey } from './user-cache.ts'
import type { ServerContext } from './server-context.ts'
import type { ServerUser, ServerUserCreateOptions } from './server-user.ts'
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
  /** Lists restricted users too, such as suspended ones. Default: true. */
  includeRestricted?: boolean
  /** Lists anonymous users too. Default: false. */
  includeAnonymous?: boolean
  /** Lists anonymous users only. Default: false. */
  onlyAnonymous?: boolean
}

/** A page of users. `nextCursor` is null on the last page. */
export type ServerUserList = ServerUser[] & { readonly nextCursor: string | null }

/** The size of the pages in which all users are read, so that no answer grows with the project. */
const ALL_USERS_PAGE = 1_000

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A read that a cache can answer. */
export interface CacheableRead<Value> {
  readonly key: CacheKey
  readonly fetch: () => Promise<Value>
}

/** Sends a read, or takes its answer from the cache of the request. */
export function send<Value>({ cache }: ServerContext, { key, fetch }: CacheableRead<Value>): Promise<Value> {
  return cache ? cache.load(key, fetch) : fetch()
}

/** Reads one user. The value is null for an unknown id. */
export function readUser(context: ServerContext, userId: string): CacheableRead<ServerUser | null> {
  // The id becomes part of a path, and `me` would be another endpoint.
  const id = uuid.test(userId) ? userId.toLowerCase() : null
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
  return {
    key: { kind: 'user-list', id: listIdOf(options) },
    fetch: () => (options.limit === undefined ? fetchAll(context, options) : fetchPage(context, options)),
  }
}

/** The same text for equal options. */
function listIdOf(options: ServerListUsersOptions): string {
  return JSON.stringify(options, Object.keys(options).toSorted())
}

async function fetchAll(context: ServerContext, options: ServerListUsersOptions): Promise<ServerUserList> {
  const users: ServerUser[] = []
  let cursor = options.cursor ?? null
  do {
    const page: ServerUserList = await fetchPage(context, {
      ...options,
      limit: ALL_USERS_PAGE,
      ...(cursor !== null && { cursor }),
    })
    users.push(...page)
    cursor = page.nextCursor
  } while (cursor !== null)
  return Object.assign(users, { nextCursor: null })
}

async function fetchPage(context: ServerContext, options: ServerListUsersOptions): Promise<ServerUserList> {
  const { includeRestricted = true, includeAnonymous = options.onlyAnonymous } = options
  const query = new URLSearchParams()
  const fields = {
    cursor: options.cursor,
    limit: options.limit,
    order_by: options.orderBy && 'signed_up_at',
    desc: options.desc,
    query: options.query,
    include_restricted: includeRestricted,
    include_anonymous: includeAnonymous,
    only_anonymous: options.onlyAnonymous,
  }
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, String(value))
  const { items, pagination } = await context.request<{
    items: UserServerRead[]
    pagination?: { next_cursor: string | null }
  }>(`/users?${query}`)
  const users = items.map((read) => createServerUser(read, context))
  return Object.assign(users, { nextCursor: pagination?.next_cursor ?? null })
}

export async function createUser(context: ServerContext, options: ServerUserCreateOptions): Promise<ServerUser> {
  const read = await context.request<UserServerRead>('/users', { method: 'POST', body: serverCreateBodyOf(options) })
  context.cache?.afterCreate()
  return createServerUser(read, context)
}
