import type { CurrentUserRead } from '@portico/contract'

import type { TeamApiKeyActions, UserApiKeyActions } from './api-keys.ts'
import type { CurrentUser } from './current-user.ts'
import type { Resource } from './resource.ts'
import type { Session } from '../session/session.ts'
import type { UserContext } from './user-context.ts'
import type { ReadOptions, UserReads } from './user-reads.ts'
import { pageUrl } from '../pages/navigation.ts'
import { loadPart } from '../transport/connection-error.ts'
import { fetchPage, readPages } from './pages.ts'
import { changeTeamPermission, fetchPermissions, permissionActions, type TeamReference } from './permissions.ts'
import type { Team, TeamActions, TeamMethods } from './teams.ts'
import { fetchReceivedInvitations, type ReceivedTeamInvitation, type TeamInvitation } from './team-invitations.ts'
import { fetchProfile, presentProfile, type TeamUser } from './team-members.ts'
import { bodyOf } from '../transport/body-of.ts'
import { present } from '../transport/present.ts'

export function createTeamActions(
  { impersonation }: CurrentUserRead,
  session: Session,
  context: UserContext,
): TeamActions & UserApiKeyActions {
  const { request, users } = context
  const listTeams = (): Promise<Team[]> => freshList(users.read(session, 'teams'))

  async function setSelectedTeam(team: TeamReference | string | null): Promise<void> {
    const body = { selected_team_id: typeof team === 'object' ? (team?.id ?? null) : team }
    const changed = await request('PATCH /users/me', { body, session })
    // Only the answer of GET contains the impersonation.
    context.users.show(session, { ...changed, impersonation })
  }

  return {
    setSelectedTeam,
    createTeam: async (options) => {
      const body = { ...bodyOf(options), creator_user_id: 'me' }
      const created = await request('POST /teams', { body, session })
      // The team exists. If this call failed with its selection, a second try would create another team.
      await setSelectedTeam(created).catch(() => {})
      await context.users.renew(session, 'teams')
      return users.createTeam(session, created)
    },
    listTeams,
    getTeam: async (id) => (await listTeams()).find((team) => team.id === id) ?? null,
    leaveTeam: async ({ id }) => {
      await request('DELETE /team-memberships/{team_id}/{user_id}', { params: { team_id: id, user_id: 'me' }, session })
      await afterLoss(id, session, context)
    },
    getTeamProfile: ({ id }) => users.read(session, 'teamProfile', { teamId: id }).refresh(),
    listTeamInvitations: () => freshList(users.read(session, 'receivedInvitations')),
    ...permissionActions((teamId, isRecursive) =>
      teamId === undefined
        ? freshList(users.read(session, 'projectPermissions', { isRecursive }))
        : freshList(users.read(session, 'teamPermissions', { teamId, isRecursive })),
    ),
    listApiKeys: () => freshList(users.read(session, 'apiKeys')),
    createApiKey: async (options) => (await loadUserKeyActions(session, context)).createApiKey(options),
  }
}

export function createTeamMethods(teamId: string, session: Session, context: UserContext): TeamMethods {
  const { request, users } = context
  const params = { team_id: teamId }

  return {
    update: async (options) => {
      await request('PATCH /teams/{team_id}', { params, body: bodyOf(options), session })
      await Promise.all([
        context.users.renew(session, 'teams'),
        // The requirement says until when the user must have a second factor.
        options.secondFactorRequired === undefined
          ? refreshIfSelected(teamId, session, context)
          : context.users.refresh(session),
      ])
    },
    delete: async () => {
      await request('DELETE /teams/{team_id}', { params, session })
      await afterLoss(teamId, session, context)
    },
    inviteUser: async ({ email, callbackUrl = pageUrl(context.redirects, 'teamInvitation', 'callbackUrl') }) => {
      const body = { team_id: teamId, email, callback_url: callbackUrl }
      await request('POST /team-invitations/send-code', { body, session })
      await context.users.renew(session, `invitations ${teamId}`)
    },
    removeUser: async (userId) => {
      await request('DELETE /team-memberships/{team_id}/{user_id}', { params: { ...params, user_id: userId }, session })
      if (userId === latestUser(session, context)?.id) await afterLoss(teamId, session, context)
      else await context.users.renew(session, `members ${teamId}`, `memberPermissions ${teamId}`)
    },
    listUsers: () => freshList(users.read(session, 'members', { teamId })),
    listInvitations: () => freshList(users.read(session, 'invitations', { teamId })),
    listMemberPermissions: ({ recursive: isRecursive = true } = {}) =>
      freshList(users.read(session, 'memberPermissions', { teamId, isRecursive })),
    listApiKeys: () => freshList(users.read(session, 'teamApiKeys', { teamId })),
    createApiKey: async (options) => (await loadTeamKeyActions(teamId, session, context)).createApiKey(options),
  }
}

/** Which part of a read is wanted. */
interface Part extends ReadOptions {
  /** Empty if the read is not about a team. */
  readonly teamId: string
  readonly isRecursive: boolean
}

const loaders: {
  readonly [Name in keyof UserReads]: (
    part: Part,
    session: Session,
    context: UserContext,
    resource: Resource<UserReads[Name]>,
  ) => Promise<UserReads[Name]>
} = {
  teams: (_part, session, context) => loadTeams(session, context),
  receivedInvitations: (_part, session, context) => loadReceivedInvitations(session, context),
  teamProfile: ({ teamId }, session, context) =>
    fetchProfile(context.request, teamId, 'me', {
      session,
      afterChange: () => context.users.renew(session, `teamProfile ${teamId}`, `members ${teamId}`),
    }),
  members: ({ teamId }, session, context) => loadMembers(teamId, session, context),
  invitations: ({ teamId }, session, context) => loadInvitations(teamId, session, context),
  memberPermissions: async ({ teamId, isRecursive }, session, { request }) => {
    const found = await fetchPermissions(request, { teamId, isRecursive }, session)
    return found.map(({ id, user_id: userId }) => ({ id, userId }))
  },
  teamPermissions: async ({ teamId, isRecursive }, session, { request }) => {
    const found = await fetchPermissions(request, { teamId, userId: 'me', isRecursive }, session)
    return found.map(({ id }) => ({ id }))
  },
  projectPermissions: async ({ isRecursive }, session, { request }) => {
    const found = await fetchPermissions(request, { userId: 'me', isRecursive }, session)
    return found.map(({ id }) => ({ id }))
  },
  apiKeys: async (_part, session, context) => (await loadUserKeyActions(session, context)).listApiKeys(),
  teamApiKeys: async ({ teamId }, session, context) =>
    (await loadTeamKeyActions(teamId, session, context)).listApiKeys(),
  contactChannels: async (_part, session, context) => (await loadUser(session, context)).listContactChannels(),
  connectedAccounts: async (_part, session, context) => (await loadUser(session, context)).listConnectedAccounts(),
  accountToken: async (part, session, context, resource) => {
    const { loadAccountToken } = await loadPart(context.ports, import('./account-token.ts'))
    return loadAccountToken(part, session, context, resource)
  },
  oauthProviders: async (_part, session, context) => (await loadUser(session, context)).listOAuthProviders(),
}

/** Fetches a read of the signed-in user. */
export function loadRead<Name extends keyof UserReads>(
  name: Name,
  { teamId = '', isRecursive = true, ...others }: ReadOptions,
  session: Session,
  context: UserContext,
  resource: Resource<UserReads[Name]>,
): Promise<UserReads[Name]> {
  return loaders[name]({ ...others, teamId, isRecursive }, session, context, resource)
}

async function loadTeams(session: Session, context: UserContext): Promise<Team[]> {
  const found = await readPages((page) => fetchPage(context.request, 'GET /teams', { ...page, user_id: 'me' }, session))
  return found.map((read) => context.users.createTeam(session, read))
}

async function loadMembers(teamId: string, session: Session, context: UserContext): Promise<TeamUser[]> {
  const { request } = context
  const found = await readPages((page) =>
    fetchPage(request, 'GET /team-member-profiles', { ...page, team_id: teamId }, session),
  )
  return found.map((read) => {
    const change = async (permissionId: string, isGranted: boolean): Promise<void> => {
      await changeTeamPermission(request, { teamId, userId: read.user_id, permissionId }, isGranted, session)
      const isSelf = read.user_id === latestUser(session, context)?.id
      await context.users.renew(
        session,
        `memberPermissions ${teamId}`,
        ...(isSelf ? ([`teamPermissions ${teamId}`] as const) : []),
      )
    }
    return {
      id: read.user_id,
      teamProfile: presentProfile(read),
      grantTeamPermission: (permissionId) => change(permissionId, true),
      revokeTeamPermission: (permissionId) => change(permissionId, false),
    }
  })
}

async function loadInvitations(teamId: string, session: Session, context: UserContext): Promise<TeamInvitation[]> {
  const query = { team_id: teamId }
  const { items } = await context.request('GET /team-invitations', { query, session })
  return items.map((read) => ({
    ...present(read),
    revoke: async () => {
      await context.request('DELETE /team-invitations/{id}', { params: { id: read.id }, query, session })
      await context.users.renew(session, `invitations ${teamId}`)
    },
  }))
}

async function loadReceivedInvitations(session: Session, context: UserContext): Promise<ReceivedTeamInvitation[]> {
  return fetchReceivedInvitations(context.request, 'me', {
    session,
    afterAccept: async ({ team_id: teamId }) => {
      await Promise.all([
        // The team can require a second factor.
        context.users.refresh(session),
        context.users.renew(session, 'teams', 'receivedInvitations', `teamPermissions ${teamId}`),
      ])
    },
  })
}

async function loadUserKeyActions(
  session: Session,
  { request, ports, users }: UserContext,
): Promise<UserApiKeyActions> {
  const { userApiKeyActions } = await loadPart(ports, import('./api-keys.ts'))
  const afterChange = () => users.renew(session, 'apiKeys')
  return userApiKeyActions('me', { request, session, now: ports.now, afterChange })
}

async function loadTeamKeyActions(
  teamId: string,
  session: Session,
  { request, ports, users }: UserContext,
): Promise<TeamApiKeyActions> {
  const { teamApiKeyActions } = await loadPart(ports, import('./api-keys.ts'))
  const afterChange = () => users.renew(session, `teamApiKeys ${teamId}`)
  return teamApiKeyActions(teamId, { request, session, now: ports.now, afterChange })
}

/** Updates what the user sees after they are no longer a member of a team. */
async function afterLoss(teamId: string, session: Session, context: UserContext): Promise<void> {
  // First the list, so that the page removes what shows the team. The user, because the team can have been selected,
  // and required a second factor.
  await Promise.all([context.users.renew(session, 'teams'), context.users.refresh(session)])
  await context.users.renew(session, `teamPermissions ${teamId}`)
}

async function refreshIfSelected(teamId: string, session: Session, context: UserContext): Promise<void> {
  if (latestUser(session, context)?.selectedTeam?.id === teamId) await context.users.refresh(session)
}

/** Returns the cached user of a session, or fetches it. */
async function loadUser(session: Session, { users }: UserContext): Promise<CurrentUser> {
  const user = await users.ofSession(session).load()
  if (user) return user
  throw new Error('No user is signed in, so there is nothing to list. Sign in first.')
}

/** Returns the cached user of a session, without a request. */
function latestUser(session: Session, { users }: UserContext): CurrentUser | null {
  const snapshot = users.ofSession(session).getSnapshot()
  return snapshot.status === 'ok' ? snapshot.data : null
}

/** Fetches a list. Returns a copy: the caller may change it, and pages show the cached one. */
async function freshList<Item>(list: Resource<Item[]>): Promise<Item[]> {
  return [...(await list.refresh())]
}
