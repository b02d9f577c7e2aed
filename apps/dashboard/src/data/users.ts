import type {
  ExportUsersOptions,
  Job,
  JobSuspensionOptions,
  UserFilterOptions,
  UserSelection,
} from '@portico/client/admin'
import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'

import { useCurrentProject, useProject, type ProjectApp } from './projects.ts'

export type ListedUser = Awaited<ReturnType<ProjectApp['listUsers']>>[number]
export type TeamOfUser = Awaited<ReturnType<ListedUser['listTeams']>>[number]
type SessionOfUser = Awaited<ReturnType<ListedUser['getActiveSessions']>>[number]
type KeyOfUser = Awaited<ReturnType<ListedUser['listApiKeys']>>[number]
export type NewUser = Parameters<ProjectApp['createUser']>[0]
export type ListTotal = NonNullable<Awaited<ReturnType<ProjectApp['listUsers']>>['total']>

const USERS_PAGE = 50
/** Maximum number of pages that are read for one page that is shown. A page can be empty before the end if few users match. */
const PAGES_MAX = 20
const JOB_POLL_MILLIS = 700

export interface UsersPageOptions {
  readonly filter: UserFilterOptions
  readonly orderBy: 'signedUpAt' | 'lastActiveAt'
  readonly desc: boolean
  readonly cursor: string | null
}

export interface UsersPage {
  readonly users: readonly ListedUser[]
  readonly nextCursor: string | null
  readonly total: ListTotal
}

/** One page of users. While the next one loads, the rows of the present one stay. */
export function useUsersPage({ filter, orderBy, desc, cursor }: UsersPageOptions): UseQueryResult<UsersPage> {
  const { id, app } = useCurrentProject()
  return useQuery({
    queryKey: [id, 'users', filter, orderBy, desc, cursor],
    queryFn: async (): Promise<UsersPage> => {
      const read = (from: string | null): ReturnType<ProjectApp['listUsers']> =>
        app.listUsers({
          ...filter,
          orderBy,
          desc,
          limit: USERS_PAGE,
          includeTotal: true,
          ...(from !== null && { cursor: from }),
        })
      let page = await read(cursor)
      for (let pages = 1; page.length === 0 && page.nextCursor !== null && pages < PAGES_MAX; pages += 1) {
        page = await read(page.nextCursor)
      }
      return { users: [...page], nextCursor: page.nextCursor, total: page.total ?? { count: null, isCapped: false } }
    },
    placeholderData: keepPreviousData,
  })
}

/** Whether the project has anonymous users, which lists omit by default. */
export function useHasAnonymousUsers(): boolean {
  const { id, app } = useCurrentProject()
  const { data } = useQuery({
    queryKey: [id, 'users', 'anonymous'],
    queryFn: async () => (await app.listUsers({ onlyAnonymous: true, limit: 1 })).length > 0,
  })
  return data === true
}

/** A user; null if there is none with this id. */
export function useUser(userId: string, listed?: ListedUser): UseQueryResult<ListedUser | null> {
  const { id, app } = useCurrentProject()
  return useQuery({
    queryKey: [id, 'user', userId],
    queryFn: (): Promise<ListedUser | null> => app.getUser(userId),
    ...(listed && { placeholderData: listed }),
  })
}

/** A list that belongs to a user, such as the sessions. */
export function useOfUser<Value>(
  user: ListedUser,
  what: string,
  read: (user: ListedUser, app: ProjectApp) => Promise<Value>,
): UseQueryResult<Value> {
  const { id, app } = useCurrentProject()
  return useQuery({ queryKey: [id, 'user', user.id, what], queryFn: () => read(user, app) })
}

/** The teams of a user. */
export function useTeamsOfUser(user: ListedUser): UseQueryResult<TeamOfUser[]> {
  return useOfUser(user, 'teams', (of) => of.listTeams())
}

/** The active sessions of a user, newest first. */
export function useSessionsOfUser(user: ListedUser): UseQueryResult<SessionOfUser[]> {
  return useOfUser(user, 'sessions', (of) => of.getActiveSessions())
}

/** The API keys of a user, also those that are no longer valid. While the project does not allow them, the service lists none. */
export function useKeysOfUser(user: ListedUser): UseQueryResult<KeyOfUser[]> {
  const { id } = useCurrentProject()
  const project = useProject().data
  const isAllowed = project?.config.allowUserApiKeys
  return useQuery({
    queryKey: [id, 'user', user.id, 'keys', isAllowed],
    queryFn: (): Promise<KeyOfUser[]> => (isAllowed ? user.listApiKeys() : Promise.resolve([])),
    enabled: project !== undefined,
  })
}

/** Returns a function that reloads one user, or all users, and the lists. */
export function useRefreshUsers(): (userId?: string) => Promise<void> {
  const client = useQueryClient()
  const { id } = useCurrentProject()
  return async (userId) => {
    await Promise.all([
      client.invalidateQueries({ queryKey: userId === undefined ? [id, 'user'] : [id, 'user', userId] }),
      client.invalidateQueries({ queryKey: userId === undefined ? [id, 'user-name'] : [id, 'user-name', userId] }),
      client.invalidateQueries({ queryKey: [id, 'users'] }),
    ])
  }
}

/** Returns a function that creates a user and resolves to the id. */
export function useCreateUser(): (user: NewUser) => Promise<string> {
  const { app } = useCurrentProject()
  const refresh = useRefreshUsers()
  return async (user) => {
    const created = await app.createUser(user)
    await refresh()
    return created.id
  }
}

/** Returns a function that deletes a user. The lists no longer contain the user when it resolves. */
export function useDeleteUser(): (user: ListedUser) => Promise<void> {
  const client = useQueryClient()
  const { id } = useCurrentProject()
  return async (user) => {
    await user.delete()
    client.setQueryData([id, 'user', user.id], null)
    await client.invalidateQueries({ queryKey: [id, 'users'] })
  }
}

/** An act on many users, which the service runs in the background. */
export type BulkAct =
  | { readonly type: 'suspend'; readonly options: JobSuspensionOptions }
  | { readonly type: 'endSessions' }
  | { readonly type: 'delete' }
  | { readonly type: 'export'; readonly options: ExportUsersOptions }

/** Returns a function that starts an act on many users and resolves to the id of its job. */
export function useStartBulkAct(): (selection: UserSelection, act: BulkAct) => Promise<string> {
  const client = useQueryClient()
  const { id, app } = useCurrentProject()
  const start = (selection: UserSelection, act: BulkAct): Promise<Job> => {
    switch (act.type) {
      case 'suspend':
        return app.suspendUsers(selection, act.options)
      case 'endSessions':
        return app.endSessions(selection)
      case 'delete':
        return app.deleteUsers(selection)
      case 'export':
        return app.exportUsers(selection, act.options)
    }
  }
  return async (selection, act) => {
    const job = await start(selection, act)
    client.setQueryData([id, 'job', job.id], job)
    return job.id
  }
}

/** A job, polled until it has ended; null if there is none with this id. */
export function useJob(jobId: string | undefined): UseQueryResult<Job | null> {
  const { id, app } = useCurrentProject()
  return useQuery({
    queryKey: [id, 'job', jobId],
    queryFn: () => app.getJob(jobId ?? ''),
    enabled: jobId !== undefined,
    refetchInterval: ({ state }) => (state.data && state.data.endedAt === null ? JOB_POLL_MILLIS : false),
  })
}

export function useTeamName(teamId: string | undefined): string | undefined {
  const { id, app } = useCurrentProject()
  const { data } = useQuery({
    queryKey: [id, 'team', teamId, 'name'],
    queryFn: async () => (await app.getTeam(teamId ?? ''))?.displayName ?? null,
    enabled: teamId !== undefined,
  })
  return data ?? undefined
}

/** Returns a function that adds a user to a team. */
export function useAddToTeam(): (user: ListedUser, teamId: string) => Promise<void> {
  const client = useQueryClient()
  const { id, app } = useCurrentProject()
  const refresh = useRefreshUsers()
  return async (user, teamId) => {
    const team = await app.getTeam(teamId)
    if (!team) throw new Error('The team has been deleted.')
    await team.addUser(user.id)
    await Promise.all([refresh(user.id), client.invalidateQueries({ queryKey: [id, 'teams'] })])
  }
}
