import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
} from '@tanstack/react-query'

import { findAppOrigin } from './app-origin.ts'
import { readTeam } from './known-records.ts'
import { useCurrentProject, type ProjectApp } from './projects.ts'

export type ListedTeam = Awaited<ReturnType<ProjectApp['listTeams']>>[number]
export type TeamMember = Awaited<ReturnType<ProjectApp['listUsers']>>[number]
type ListTotal = NonNullable<Awaited<ReturnType<ProjectApp['listTeams']>>['total']>
type TeamInvitation = Awaited<ReturnType<ListedTeam['listInvitations']>>[number]
type TeamKey = Awaited<ReturnType<ListedTeam['listApiKeys']>>[number]
type MemberProfile = Awaited<ReturnType<TeamMember['getTeamProfile']>>

const TEAMS_PAGE = 50
const MEMBERS_PAGE = 25

export interface TeamsPageOptions {
  readonly query: string
  readonly createdFrom: Date | null
  readonly createdUntil: Date | null
  readonly isOldestFirst: boolean
  readonly cursor: string | null
}

export interface TeamsPage {
  readonly teams: readonly ListedTeam[]
  readonly nextCursor: string | null
  readonly total: ListTotal
}

/** One page of teams. While the next one loads, the rows of the present one stay. */
export function useTeamsPage(options: TeamsPageOptions): UseQueryResult<TeamsPage> {
  const { id, app } = useCurrentProject()
  return useQuery({
    queryKey: [id, 'teams', options],
    queryFn: async (): Promise<TeamsPage> => {
      const page = await app.listTeams({ ...listOptionsOf(options), includeTotal: true })
      return { teams: [...page], nextCursor: page.nextCursor, total: page.total ?? { count: null, isCapped: false } }
    },
    placeholderData: keepPreviousData,
  })
}

/** Returns a function that reads all teams of a list from its first page, and passes them on page by page. */
export function useReadAllTeams(): (
  options: TeamsPageOptions,
  onTeams: (teams: readonly ListedTeam[]) => void,
  signal: AbortSignal,
) => Promise<void> {
  const { app } = useCurrentProject()
  return async (options, onTeams, signal) => {
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<ProjectApp['listTeams']>> = await app.listTeams(
        listOptionsOf({ ...options, cursor }),
      )
      onTeams(page)
      cursor = page.nextCursor
    } while (cursor !== null && !signal.aborted)
  }
}

function listOptionsOf({
  query,
  createdFrom,
  createdUntil,
  isOldestFirst,
  cursor,
}: TeamsPageOptions): NonNullable<Parameters<ProjectApp['listTeams']>[0]> {
  return {
    limit: TEAMS_PAGE,
    desc: !isOldestFirst,
    includeSummary: true,
    ...(query !== '' && { query }),
    ...(createdFrom && { createdFrom }),
    ...(createdUntil && { createdUntil }),
    ...(cursor !== null && { cursor }),
  }
}

/** A team with its summary; null if there is none with this id. */
export function useTeam(teamId: string, listed?: ListedTeam): UseQueryResult<ListedTeam | null> {
  const { id, app } = useCurrentProject()
  return useQuery({
    queryKey: [id, 'team', teamId],
    queryFn: () => readTeam(app, teamId),
    ...(listed && { placeholderData: listed }),
  })
}

/** Returns a function that reloads a team with all its data, and the lists. */
export function useRefreshTeam(teamId: string): () => Promise<void> {
  const { id } = useCurrentProject()
  const client = useQueryClient()
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: [id, 'team', teamId] }),
      client.invalidateQueries({ queryKey: [id, 'teams'] }),
    ])
  }
}

/** Returns a function that creates a team and resolves to its id. */
export function useCreateTeam(): (team: { displayName: string; creatorUserId?: string }) => Promise<string> {
  const { id, app } = useCurrentProject()
  const client = useQueryClient()
  return async (team) => {
    const created = await app.createTeam(team)
    await client.invalidateQueries({ queryKey: [id, 'teams'] })
    return created.id
  }
}

/** Returns a function that deletes a team. The lists no longer contain it when it resolves. */
export function useDeleteTeam(): (team: ListedTeam) => Promise<void> {
  const { id } = useCurrentProject()
  const client = useQueryClient()
  return async (team) => {
    await team.delete()
    await client.invalidateQueries({ queryKey: [id, 'teams'] })
    // The drawer still shows the team until it closes.
    await client.invalidateQueries({ queryKey: [id, 'team', team.id], refetchType: 'none' })
  }
}

interface MembersPage {
  readonly members: readonly TeamMember[]
  readonly nextCursor: string | null
  readonly total: ListTotal
}

/** The members of a team that fit a search, page by page. */
export function useTeamMembers(
  teamId: string,
  query: string,
): UseInfiniteQueryResult<InfiniteData<MembersPage, string | null>> {
  const { id, app } = useCurrentProject()
  return useInfiniteQuery({
    queryKey: [id, 'team', teamId, 'members', query],
    queryFn: async ({ pageParam }): Promise<MembersPage> => {
      const page = await app.listUsers({
        teamId,
        limit: MEMBERS_PAGE,
        includeAnonymous: true,
        includeTotal: true,
        ...(query !== '' && { query }),
        ...(pageParam !== null && { cursor: pageParam }),
      })
      return { members: [...page], nextCursor: page.nextCursor, total: page.total ?? { count: null, isCapped: false } }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })
}

/** The permissions that were granted directly, by the id of the member. */
export function useMemberPermissions(team: ListedTeam): UseQueryResult<ReadonlyMap<string, readonly string[]>> {
  const { id } = useCurrentProject()
  return useQuery({
    queryKey: [id, 'team', team.id, 'permissions'],
    queryFn: async (): Promise<ReadonlyMap<string, readonly string[]>> => {
      const granted = Map.groupBy(await team.listMemberPermissions({ recursive: false }), ({ userId }) => userId)
      return new Map(
        [...granted].map(([userId, permissions]) => [userId, permissions.map((permission) => permission.id)]),
      )
    },
  })
}

/** Grants and revokes what differs between two lists of direct permissions. */
export async function changePermissions(
  team: ListedTeam,
  member: TeamMember,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  // Grant first, so that a failure in between leaves too many permissions instead of none.
  for (const permissionId of after) if (!before.includes(permissionId)) await member.grantPermission(team, permissionId)
  for (const permissionId of before)
    if (!after.includes(permissionId)) await member.revokePermission(team, permissionId)
}

/** How a member appears in the team. */
export function useMemberProfile(team: ListedTeam, member: TeamMember): UseQueryResult<MemberProfile> {
  const { id } = useCurrentProject()
  return useQuery({
    queryKey: [id, 'team', team.id, 'profile', member.id],
    queryFn: () => member.getTeamProfile(team),
  })
}

/** The open invitations to a team. */
export function useTeamInvitations(team: ListedTeam): UseQueryResult<TeamInvitation[]> {
  const { id } = useCurrentProject()
  return useQuery({ queryKey: [id, 'team', team.id, 'invitations'], queryFn: () => team.listInvitations() })
}

/** Mails an invitation. With `replaced`, that invitation ends, regardless of its inviter. */
export async function sendInvitation(
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

/** The API keys of a team, newest first. The service refuses to list them while the project does not allow them. */
export function useTeamKeys(team: ListedTeam, areAllowed: boolean): UseQueryResult<TeamKey[]> {
  const { id } = useCurrentProject()
  return useQuery({
    queryKey: [id, 'team', team.id, 'keys'],
    queryFn: () => team.listApiKeys(),
    enabled: areAllowed,
  })
}

/** The origin of the app of the project of the URL; null before its first request. */
export function useAppOrigin(): UseQueryResult<string | null> {
  const { id, app } = useCurrentProject()
  return useQuery({
    queryKey: [id, 'app-origin'],
    queryFn: async () => findAppOrigin((await app.getRecentRequests()).requests),
    // An app that has not called yet can call at any moment.
    staleTime: ({ state }) => (state.data ? Infinity : 0),
  })
}
