import type { ListedTeam } from '@portico/contract'

import { extendTeam, type ServerContext } from './server-context.ts'
import type { ServerTeam, ServerTeamCreateOptions, ServerTeamUpdateOptions, ServerTeamUser } from './server-user.ts'
import type { TeamInvitation } from '../resources/team-invitations.ts'
import type { CacheableRead } from './request-cache.ts'
import { teamApiKeyActions } from '../resources/api-keys.ts'
import { apiKeyContextOf } from './api-key-context.ts'
import { KnownErrors } from '../transport/known-error.ts'
import { fetchPage, readPages } from '../resources/pages.ts'
import { changeTeamPermission, fetchPermissions } from '../resources/permissions.ts'
import { presentProfile } from '../resources/team-members.ts'
import { present } from '../transport/present.ts'
import { readList, type ServerList } from './read-list.ts'
import { asClient } from '../transport/wrap-request.ts'
import { isUuid } from '../transport/uuid.ts'
import { bodyOf } from '../transport/body-of.ts'

// Loaded with the first call, because few servers manage connections.
const connections = () => import('./team-connections.ts')

/** Which teams a list contains, and in which order. */
export interface ServerListTeamsOptions {
  /** The `nextCursor` of the previous page. */
  cursor?: string
  /** Size of the page. Default: all teams. */
  limit?: number
  /** Only teams of this user. */
  userId?: string
  /** Newest first. Default: oldest first. */
  desc?: boolean
  /** Part of the display name, ignoring case, or the exact id of a team. */
  query?: string
  /** Only teams that were created at or after this moment. */
  createdFrom?: Date
  /** Only teams that were created before this moment. */
  createdUntil?: Date
  /** Reads the `summary` of each team as well. Needs a `limit` of at most 100. Default: false. */
  includeSummary?: boolean
  /** Also counts the teams of the whole list when `limit` reads one page. Default: false. */
  includeTotal?: boolean
}

/** A page of teams. `nextCursor` is null on the last page. */
export type ServerTeamList = ServerList<ServerTeam>

/** Reads one team. The value is null for an unknown id. */
export function readTeam(context: ServerContext, teamId: string): CacheableRead<ServerTeam | null> {
  // The id becomes part of a path.
  // guard: a team id becomes part of a path only if it is one (replace `isUuid(teamId)` with `true`)
  const id = isUuid(teamId) ? teamId.toLowerCase() : null
  return {
    key: { kind: 'team', id: id ?? '' },
    fetch: async () => {
      if (id === null) return null
      try {
        return createServerTeam(await context.request('GET /teams/{team_id}', { params: { team_id: id } }), context)
      } catch (error) {
        if (KnownErrors.TeamNotFound.isInstance(error)) return null
        throw error
      }
    },
  }
}

export function readTeamList(
  context: ServerContext,
  options: ServerListTeamsOptions = {},
): CacheableRead<ServerTeamList> {
  return readList(
    'team-list',
    options,
    (page) => fetchPage(context.request, 'GET /teams', { ...queryOf(options), ...page }),
    (read) => createServerTeam(read, context),
  )
}

function queryOf(options: ServerListTeamsOptions) {
  return {
    ...bodyOf(options),
    // The length of a list that is read whole is its total.
    include_total: options.limit === undefined ? undefined : options.includeTotal,
  }
}

export async function createTeam(context: ServerContext, options: ServerTeamCreateOptions): Promise<ServerTeam> {
  const read = await context.request('POST /teams', { body: bodyOf(options) })
  context.cache?.afterTeamCreate()
  if (options.creatorUserId !== undefined) context.cache?.afterMembership(read.id, options.creatorUserId)
  return createServerTeam(read, context)
}

/** Changes a team and returns it as the service has answered, without a summary. */
export async function updateTeam(
  context: ServerContext,
  teamId: string,
  options: ServerTeamUpdateOptions,
): Promise<ServerTeam> {
  const params = { team_id: teamId }
  const read = await context.request('PATCH /teams/{team_id}', { params, body: bodyOf(options) })
  const changed = createServerTeam(read, context)
  context.cache?.afterTeamUpdate(teamId, changed)
  return changed
}

export function createServerTeam(read: ListedTeam, context: ServerContext): ServerTeam {
  const { request, cache } = context
  const { summary, ...fields } = read
  const { id } = fields
  const params = { team_id: id }
  const team: ServerTeam = {
    ...present(fields),
    ...(summary && { summary: present(summary) }),
    update: async (options) => {
      await updateTeam(context, id, options)
    },
    delete: async () => {
      await request('DELETE /teams/{team_id}', { params })
      cache?.afterTeamDelete(id)
    },
    addUser: async (userId) => {
      await request('POST /team-memberships/{team_id}/{user_id}', { params: { ...params, user_id: userId }, body: {} })
      cache?.afterMembership(id, userId)
    },
    removeUser: async (userId) => {
      await request('DELETE /team-memberships/{team_id}/{user_id}', { params: { ...params, user_id: userId } })
      cache?.afterMembership(id, userId)
    },
    inviteUser: async ({ email, callbackUrl = context.pageUrl('teamInvitation') }) => {
      const body = { team_id: id, email, callback_url: callbackUrl }
      await request('POST /team-invitations/send-code', { body })
    },
    createConnection: async (options) => (await connections()).createTeamConnection(request, id, options),
    listConnections: async () => (await connections()).listTeamConnections(request, id),
    listUsers: () => listTeamUsers(id, context),
    listInvitations: () => listInvitations(id, context),
    listMemberPermissions: async ({ recursive: isRecursive = true } = {}) => {
      const found = await fetchPermissions(asClient(request), { teamId: id, isRecursive })
      return found.map(({ id: permissionId, user_id: userId }) => ({ id: permissionId, userId }))
    },
    ...teamApiKeyActions(id, apiKeyContextOf(context)),
  }
  return Object.freeze(extendTeam(context, team))
}

async function listTeamUsers(teamId: string, context: ServerContext): Promise<ServerTeamUser[]> {
  const { request } = context
  const found = await readPages((page) => fetchPage(request, 'GET /team-member-profiles', { ...page, team_id: teamId }))
  return found.map((read) => ({
    ...context.createUser(read.user, context),
    teamProfile: presentProfile(read),
    grantTeamPermission: (permissionId) =>
      changeTeamPermission(asClient(request), { teamId, userId: read.user_id, permissionId }, true),
    revokeTeamPermission: (permissionId) =>
      changeTeamPermission(asClient(request), { teamId, userId: read.user_id, permissionId }, false),
  }))
}

async function listInvitations(teamId: string, { request }: ServerContext): Promise<TeamInvitation[]> {
  const query = { team_id: teamId }
  const { items } = await request('GET /team-invitations', { query })
  return items.map((read) => ({
    ...present(read),
    revoke: async () => {
      await request('DELETE /team-invitations/{id}', { params: { id: read.id }, query })
    },
  }))
}
