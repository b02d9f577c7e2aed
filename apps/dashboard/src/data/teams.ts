import { porticoAppInternalsSymbol } from '@portico/react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'

import { findAppOrigin } from './app-origin.ts'
import { useCurrentProject, type ProjectApp } from './projects.ts'
import * as endpointRights from './endpoint-rights.ts'
import {
  change,
  keysOfRecord,
  pageFrom,
  readAll,
  resource,
  useGrowingList,
  type GrowingList,
  type PageOf,
} from './resource.ts'

export type ListedTeam = Awaited<ReturnType<ProjectApp['listTeams']>>[number]
export type TeamMember = Awaited<ReturnType<ProjectApp['listUsers']>>[number]
export type TeamInvitation = Awaited<ReturnType<ListedTeam['listInvitations']>>[number]
export type TeamConnection = Awaited<ReturnType<ListedTeam['listConnections']>>[number]
export type DomainProof = Awaited<ReturnType<TeamConnection['proveDomain']>>
type TeamKey = Awaited<ReturnType<ListedTeam['listApiKeys']>>[number]
type MemberProfile = Awaited<ReturnType<TeamMember['getTeamProfile']>>

const TEAMS_PAGE = 50
const MEMBERS_PAGE = 25
const FOUND_MAX = 8
/** A search for an id also finds teams whose name contains it. */
const SAME_NAME_MAX = 10

/** What a list of teams has, and in which order. */
export interface TeamsWanted {
  readonly query: string
  readonly createdFrom: Date | null
  readonly createdUntil: Date | null
  readonly isOldestFirst: boolean
  readonly cursor: string | undefined
}

const { listed, readsOf, shownReadsOf } = keysOfRecord('teams')

/** The teams of the current project. */
export const teams = resource('teams', {
  reads: {
    page: ({ app }, wanted: TeamsWanted): Promise<PageOf<ListedTeam>> =>
      pageFrom((cursor) => app.listTeams({ ...optionsOf(wanted, cursor), includeTotal: true }), wanted.cursor),
    /** With its summary; null if there is none with this id. */
    one: async ({ app }, teamId: string): Promise<ListedTeam | null> => {
      // Only a list has the summary.
      const found = await app.listTeams({ query: teamId, limit: SAME_NAME_MAX, includeSummary: true })
      return found.find(({ id }) => id === teamId) ?? null
    },
    /** A few that match a typed text. */
    found: ({ app }, query: string): Promise<ListedTeam[]> =>
      app.listTeams({ limit: FOUND_MAX, ...(query !== '' && { query }) }),
    /** The permissions that were granted directly, by the id of the member. */
    permissions: async ({ app }, team: ListedTeam): Promise<ReadonlyMap<string, readonly string[]>> => {
      const granted = Map.groupBy(await app.listTeamMemberPermissions(team.id), ({ userId }) => userId)
      return new Map([...granted].map(([userId, all]) => [userId, all.map(({ permissionId }) => permissionId)]))
    },
    /** How a member appears in the team. */
    profile: (_project, team: ListedTeam, member: TeamMember): Promise<MemberProfile> => member.getTeamProfile(team),
    invitations: (_project, team: ListedTeam): Promise<TeamInvitation[]> => team.listInvitations(),
    /** Oldest first. */
    connections: (_project, team: ListedTeam): Promise<TeamConnection[]> => team.listConnections(),
    /** Newest first. The service refuses to list them while the project does not allow them. */
    keys: (_project, team: ListedTeam): Promise<TeamKey[]> => team.listApiKeys(),
  },
  changes: {
    create: change(
      endpointRights.createTeam,
      ({ app }, team: { displayName: string; creatorUserId?: string }) => app.createTeam(team),
      {
        stale: () => [listed],
      },
    ),
    update: change(
      endpointRights.updateTeam,
      ({ app }, team: ListedTeam, options: Parameters<ListedTeam['update']>[0]) =>
        app[porticoAppInternalsSymbol].updateTeam(team.id, options),
      {
        // The answer has no summary.
        settle: (cache, answer, { summary }) => cache.show('teams', { ...answer, ...(summary && { summary }) }),
        stale: () => [],
      },
    ),
    /** The drawer still shows the team until it closes. */
    remove: change(endpointRights.deleteTeam, (_project, team: ListedTeam) => team.delete(), { stale: () => [listed] }),
    addMember: change(
      endpointRights.createTeamMembership,
      (_project, team: ListedTeam, userId: string) => team.addUser(userId),
      {
        stale: shownReadsOf('members', 'permissions'),
      },
    ),
    removeMember: change(
      endpointRights.deleteTeamMembership,
      (_project, team: ListedTeam, userId: string) => team.removeUser(userId),
      {
        stale: shownReadsOf('members', 'permissions'),
      },
    ),
    setPermissions: change(endpointRights.grantTeamPermission, setPermissions, {
      stale: readsOf('permissions'),
      isStaleAfterFailure: true,
    }),
    changeProfile: change(
      endpointRights.updateTeamMemberProfile,
      (_project, _team: ListedTeam, profile: MemberProfile, options: Parameters<MemberProfile['update']>[0]) =>
        profile.update(options),
      { stale: readsOf('profile') },
    ),
    invite: change(endpointRights.sendTeamInvitation, invite, { stale: shownReadsOf('invitations') }),
    endInvitation: change(
      endpointRights.revokeTeamInvitation,
      (_project, _team: ListedTeam, invitation: TeamInvitation) => invitation.revoke(),
      {
        stale: shownReadsOf('invitations'),
      },
    ),
    createConnection: change(
      endpointRights.createTeamConnection,
      (_project, team: ListedTeam, options: Parameters<ListedTeam['createConnection']>[0]) =>
        team.createConnection(options),
      { stale: readsOf('connections') },
    ),
    updateConnection: change(
      endpointRights.updateTeamConnection,
      (_project, _team: ListedTeam, connection: TeamConnection, options: Parameters<TeamConnection['update']>[0]) =>
        connection.update(options),
      { stale: readsOf('connections') },
    ),
    removeConnection: change(
      endpointRights.deleteTeamConnection,
      (_project, _team: ListedTeam, connection: TeamConnection) => connection.delete(),
      { stale: readsOf('connections') },
    ),
    claimDomain: change(
      endpointRights.claimConnectionDomain,
      (_project, _team: ListedTeam, connection: TeamConnection, domain: string) => connection.claimDomain(domain),
      { stale: readsOf('connections') },
    ),
    proveDomain: change(
      endpointRights.proveConnectionDomain,
      (_project, _team: ListedTeam, connection: TeamConnection, domain: string) => connection.proveDomain(domain),
      { stale: readsOf('connections') },
    ),
    releaseDomain: change(
      endpointRights.releaseConnectionDomain,
      (_project, _team: ListedTeam, connection: TeamConnection, domain: string) => connection.releaseDomain(domain),
      { stale: readsOf('connections') },
    ),
    createKey: change(
      endpointRights.createTeamApiKey,
      (_project, team: ListedTeam, key: Parameters<ListedTeam['createApiKey']>[0]) => team.createApiKey(key),
      { stale: readsOf('keys') },
    ),
    revokeKey: change(endpointRights.updateTeamApiKey, (_project, _team: ListedTeam, key: TeamKey) => key.revoke(), {
      stale: readsOf('keys'),
    }),
  },
})

/** Returns a function that reads all teams of a list, and passes them on page by page. */
export function useReadAllTeams(): (
  wanted: TeamsWanted,
  onTeams: (teams: readonly ListedTeam[]) => void,
  signal: AbortSignal,
) => Promise<void> {
  const { app } = useCurrentProject()
  return (wanted, onTeams, signal) => readAll((cursor) => app.listTeams(optionsOf(wanted, cursor)), onTeams, signal)
}

function optionsOf(
  { query, createdFrom, createdUntil, isOldestFirst }: TeamsWanted,
  cursor: string | undefined,
): NonNullable<Parameters<ProjectApp['listTeams']>[0]> {
  return {
    limit: TEAMS_PAGE,
    desc: !isOldestFirst,
    includeSummary: true,
    ...(query !== '' && { query }),
    ...(createdFrom && { createdFrom }),
    ...(createdUntil && { createdUntil }),
    ...(cursor !== undefined && { cursor }),
  }
}

/** The members of a team that fit a search. */
export function useTeamMembers(teamId: string, query: string): GrowingList<TeamMember> {
  return useGrowingList(['teams', 'members', teamId, query], ({ app }, cursor) =>
    app.listUsers({
      teamId,
      limit: MEMBERS_PAGE,
      includeAnonymous: true,
      includeTotal: true,
      ...(query !== '' && { query }),
      ...(cursor !== undefined && { cursor }),
    }),
  )
}

async function setPermissions(
  _project: unknown,
  team: ListedTeam,
  member: TeamMember,
  { before, after }: { readonly before: readonly string[]; readonly after: readonly string[] },
): Promise<void> {
  // Grant first, so that a failure in between leaves too many permissions instead of none.
  for (const permissionId of after) if (!before.includes(permissionId)) await member.grantPermission(team, permissionId)
  for (const permissionId of before)
    if (!after.includes(permissionId)) await member.revokePermission(team, permissionId)
}

/** Mails an invitation. With `replaced`, that invitation ends, regardless of its inviter. */
async function invite(
  _project: unknown,
  team: ListedTeam,
  invitation: { email: string; callbackUrl: string },
  replaced?: TeamInvitation,
): Promise<void> {
  await team.inviteUser(invitation)
  if (!replaced) return
  // The service itself replaces only an invitation that a server has sent.
  const open = await team.listInvitations()
  await open.find(({ id }) => id === replaced.id)?.revoke()
}

/** The origin of the current project's app; null before its first request. */
export function useAppOrigin({ isNeeded = true } = {}): UseQueryResult<string | null> {
  const { id, app } = useCurrentProject()
  return useQuery({
    queryKey: [id, 'app-origin'],
    enabled: isNeeded,
    queryFn: async () => findAppOrigin((await app.getRecentRequests()).requests),
    // An app that has not called yet can call at any moment.
    staleTime: ({ state }) => (state.data ? Infinity : 0),
  })
}
