import type {
  ListedTeam,
  TeamInvitationRead,
  TeamMemberProfileServerRead,
  TeamServerCreate,
  TeamServerRead,
  TeamServerUpdate,
} from '@portico/contract'

import { extendTeam, type ServerContext } from './server-context.ts'
import type { ServerTeam, ServerTeamCreateOptions, ServerTeamUpdateOptions, ServerTeamUser } from './server-user.ts'
import type { TeamInvitation } from '../resources/team-invitations.ts'
import type { CacheableRead } from './request-cache.ts'
import { teamApiKeyActions } from '../resources/api-keys.ts'
import { apiKeyContextOf } from './api-key-context.ts'
import { KnownErrors } from '../transport/known-error.ts'
import { fetchPage, readPages } from '../resources/pages.ts'
import { fetchPermissions, permissionPath } from '../resources/permissions.ts'
import { invitationFieldsOf } from '../resources/team-invitations.ts'
import { membershipPath, presentProfile } from '../resources/team-members.ts'
import { present } from '../resources/present.ts'
import { readList, type ServerList } from './read-list.ts'
import { isUuid } from '../transport/uuid.ts'

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
  const id = isUuid(teamId) ? teamId.toLowerCase() : null
  return {
    key: { kind: 'team', id: id ?? '' },
    fetch: async () => {
      if (id === null) return null
      try {
        return createServerTeam(await context.request<TeamServerRead>(`/teams/${id}`), context)
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
    (page) => fetchPage<ListedTeam>(context.request, '/teams', { ...page, ...queryOf(options) }),
    (read) => createServerTeam(read, context),
  )
}

function queryOf(options: ServerListTeamsOptions) {
  return {
    user_id: options.userId,
    desc: options.desc,
    query: options.query,
    created_from_millis: options.createdFrom?.getTime(),
    created_until_millis: options.createdUntil?.getTime(),
    include_summary: options.includeSummary,
    // The length of a list that is read whole is its total.
    include_total: options.limit === undefined ? undefined : options.includeTotal,
  }
}

export async function createTeam(
  context: ServerContext,
  { createdAt, creatorUserId, id, ...options }: ServerTeamCreateOptions,
): Promise<ServerTeam> {
  const body = {
    ...bodyOf(options),
    creator_user_id: creatorUserId,
    id,
    created_at_millis: createdAt?.getTime(),
  } satisfies {
    [Field in keyof TeamServerCreate]-?: TeamServerCreate[Field] | undefined
  }
  const read = await context.request<TeamServerRead>('/teams', { method: 'POST', body })
  context.cache?.afterTeamCreate()
  if (creatorUserId !== undefined) context.cache?.afterMembership(read.id, creatorUserId)
  return createServerTeam(read, context)
}

/** Changes a team and returns it as the service has answered, without a summary. */
export async function updateTeam(
  context: ServerContext,
  teamId: string,
  options: ServerTeamUpdateOptions,
): Promise<ServerTeam> {
  const path = `/teams/${encodeURIComponent(teamId)}`
  const read = await context.request<TeamServerRead>(path, { method: 'PATCH', body: bodyOf(options) })
  const changed = createServerTeam(read, context)
  context.cache?.afterTeamUpdate(teamId, changed)
  return changed
}

export function createServerTeam(read: ListedTeam, context: ServerContext): ServerTeam {
  const { request, cache } = context
  const { summary, ...fields } = read
  const { id } = fields
  const path = `/teams/${encodeURIComponent(id)}`
  const team: ServerTeam = {
    ...present(fields),
    ...(summary && { summary: present(summary) }),
    update: async (options) => {
      await updateTeam(context, id, options)
    },
    delete: async () => {
      await request(path, { method: 'DELETE' })
      cache?.afterTeamDelete(id)
    },
    addUser: async (userId) => {
      await request(membershipPath(id, userId), { method: 'POST', body: {} })
      cache?.afterMembership(id, userId)
    },
    removeUser: async (userId) => {
      await request(membershipPath(id, userId), { method: 'DELETE' })
      cache?.afterMembership(id, userId)
    },
    inviteUser: async ({ email, callbackUrl = context.pageUrl('teamInvitation') }) => {
      const body = { team_id: id, email, callback_url: callbackUrl }
      await request('/team-invitations/send-code', { method: 'POST', body })
    },
    listUsers: () => listTeamUsers(id, context),
    listInvitations: () => listInvitations(id, context),
    listMemberPermissions: async ({ recursive: isRecursive = true } = {}) => {
      const found = await fetchPermissions(request, { teamId: id, isRecursive })
      return found.map(({ id: permissionId, user_id: userId }) => ({ id: permissionId, userId }))
    },
    ...teamApiKeyActions(id, apiKeyContextOf(context)),
  }
  return Object.freeze(extendTeam(context, team))
}

async function listTeamUsers(teamId: string, context: ServerContext): Promise<ServerTeamUser[]> {
  const { request } = context
  const found = await readPages<TeamMemberProfileServerRead>((page) =>
    fetchPage(request, '/team-member-profiles', { ...page, team_id: teamId }),
  )
  return found.map((read) => ({
    ...context.createUser(read.user, context),
    teamProfile: presentProfile(read),
    grantTeamPermission: async (permissionId) => {
      await request(permissionPath(teamId, read.user_id, permissionId), { method: 'POST', body: {} })
    },
    revokeTeamPermission: async (permissionId) => {
      await request(permissionPath(teamId, read.user_id, permissionId), { method: 'DELETE' })
    },
  }))
}

async function listInvitations(teamId: string, { request }: ServerContext): Promise<TeamInvitation[]> {
  const query = `team_id=${encodeURIComponent(teamId)}`
  const { items } = await request<{ items: TeamInvitationRead[] }>(`/team-invitations?${query}`)
  return items.map((read) => ({
    ...invitationFieldsOf(read),
    revoke: async () => {
      await request(`/team-invitations/${encodeURIComponent(read.id)}?${query}`, { method: 'DELETE' })
    },
  }))
}

/** Converts the options to their wire names. The JSON encoder omits undefined fields. */
function bodyOf(options: ServerTeamUpdateOptions) {
  return {
    display_name: options.displayName,
    profile_image_url: options.profileImageUrl,
    client_metadata: options.clientMetadata,
    client_read_only_metadata: options.clientReadOnlyMetadata,
    server_metadata: options.serverMetadata,
  } satisfies { [Field in keyof TeamServerUpdate]-?: TeamServerUpdate[Field] | undefined }
}
