import type {
  ExportUsersOptions,
  Job,
  JobSuspensionOptions,
  UserFilterOptions,
  UserSelection,
} from '@portico/client/admin'
import { porticoAppInternalsSymbol } from '@portico/react'
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'

import { useCurrentProject, useProject, type ProjectApp } from './projects.ts'
import * as endpointRights from './endpoint-rights.ts'
import { change, keysOfRecord, pageFrom, resource, type PageOf } from './resource.ts'

export type ListedUser = Awaited<ReturnType<ProjectApp['listUsers']>>[number]
export type TeamOfUser = Awaited<ReturnType<ListedUser['listTeams']>>[number]
export type AddressOfUser = Awaited<ReturnType<ListedUser['listContactChannels']>>[number]
type KeyOfUser = Awaited<ReturnType<ListedUser['listApiKeys']>>[number]
type NewUser = Parameters<ProjectApp['createUser']>[0]
type UserUpdate = Parameters<ListedUser['update']>[0]

/** Whether a user waits for an approval of the sign-up. */
export function isWaiting({ restrictedReason }: ListedUser): boolean {
  return restrictedReason?.type === 'waiting'
}

const USERS_PAGE = 50
const FOUND_MAX = 8
/** Maximum number of users that one call of the service decides about. */
const DECIDED_AT_ONCE = 100
const JOB_POLL_MILLIS = 700

/** What a list of users has, and in which order. */
export interface UsersWanted {
  readonly filter: UserFilterOptions
  readonly orderBy: 'signedUpAt' | 'lastActiveAt'
  readonly desc: boolean
  readonly cursor: string | undefined
}

/** An act on many users, which the service runs in the background. */
export type BulkAct =
  | { readonly type: 'suspend'; readonly options: JobSuspensionOptions }
  | { readonly type: 'endSessions' }
  | { readonly type: 'delete' }
  | { readonly type: 'export'; readonly options: ExportUsersOptions }

const { listed, readsOf, shownReadsOf } = keysOfRecord('users')

/** The users of the current project. */
export const users = resource('users', {
  reads: {
    page: ({ app }, { filter, orderBy, desc, cursor }: UsersWanted): Promise<PageOf<ListedUser>> =>
      pageFrom(
        (from) =>
          app.listUsers({
            ...filter,
            orderBy,
            desc,
            limit: USERS_PAGE,
            includeTotal: true,
            ...(from !== undefined && { cursor: from }),
          }),
        cursor,
      ),
    /** How many users have no second factor that a policy would count. */
    withoutFactor: async ({ app }) =>
      (await app.listUsers({ hasSecondFactor: false, limit: 1, includeTotal: true })).total ?? null,
    withoutVerifiedAddress: async ({ app }) =>
      (await app.listUsers({ verified: false, limit: 1, includeTotal: true })).total ?? null,
    /** Whether the project has anonymous users, which lists omit by default. */
    hasAnonymous: async ({ app }) => (await app.listUsers({ onlyAnonymous: true, limit: 1 })).length > 0,
    /** Null if there is none with this id. */
    one: ({ app }, userId: string): Promise<ListedUser | null> => app.getUser(userId),
    /** The newest few that match a typed text. */
    found: ({ app }, query: string): Promise<ListedUser[]> =>
      app.listUsers({ limit: FOUND_MAX, desc: true, ...(query !== '' && { query }) }),
    addresses: (_project, user: ListedUser) => user.listContactChannels(),
    providers: (_project, user: ListedUser) => user.listOAuthProviders(),
    passkeys: (_project, user: ListedUser) => user.listPasskeys(),
    /** The active ones, newest first. */
    sessions: (_project, user: ListedUser) => user.getActiveSessions(),
    teams: (_project, user: ListedUser) => user.listTeams(),
    /** Also those that are no longer valid. While the project does not allow keys, the service lists none. */
    keys: (_project, user: ListedUser, areAllowed: boolean): Promise<KeyOfUser[]> =>
      areAllowed ? user.listApiKeys() : Promise.resolve([]),
    /** The permissions that were granted directly: in the project, or in a team. */
    permissions: async (_project, user: ListedUser, team: TeamOfUser | null): Promise<string[]> => {
      const granted = team
        ? await user.listPermissions(team, { recursive: false })
        : await user.listPermissions({ recursive: false })
      return granted.map(({ id }) => id)
    },
    job: ({ app }, jobId: string): Promise<Job | null> => app.getJob(jobId),
  },
  changes: {
    create: change(endpointRights.createUser, ({ app }, user: NewUser) => app.createUser(user), {
      settle: (cache, answer) => cache.put('users', 'one', [answer.id], answer),
      stale: () => [listed],
    }),
    update: change(
      endpointRights.updateUser.default,
      ({ app }, user: ListedUser, options: UserUpdate) => app[porticoAppInternalsSymbol].updateUser(user.id, options),
      {
        settle: (cache, answer) => cache.show('users', answer),
        // A suspension and a new password end sessions.
        stale: (user, { suspension, password }) =>
          suspension === undefined && password === undefined ? [] : readsOf('sessions')(user),
      },
    ),
    /** Suspends the user, or lifts the suspension with null, and changes nothing else. */
    suspend: change(
      endpointRights.updateUser.fields.restricted_by_admin,
      ({ app }, user: ListedUser, suspension: NonNullable<UserUpdate['suspension']> | null) =>
        app[porticoAppInternalsSymbol].updateUser(user.id, { suspension }),
      {
        settle: (cache, answer) => cache.show('users', answer),
        stale: readsOf('sessions'),
      },
    ),
    /** Approves or refuses users on the waiting list. Refused users are deleted. Resolves to the number of users. */
    decide: change(endpointRights.decideHeldUsers, decide, {
      stale: (selection) => [
        listed,
        ...('userIds' in selection ? selection.userIds.map((id) => ['users', 'one', id]) : [['users', 'one']]),
      ],
      isStaleAfterFailure: true,
    }),
    /** The drawer still shows the user until it closes. */
    remove: change(endpointRights.deleteUser, (_project, user: ListedUser) => user.delete(), { stale: () => [listed] }),
    addAddress: change(
      endpointRights.createContactChannel,
      (_project, user: ListedUser, address: Parameters<ListedUser['createContactChannel']>[0]) =>
        user.createContactChannel(address),
      { stale: shownReadsOf('addresses') },
    ),
    changeAddress: change(
      endpointRights.updateContactChannel,
      (_project, _user: ListedUser, address: AddressOfUser, options: Parameters<AddressOfUser['update']>[0]) =>
        address.update(options),
      { stale: shownReadsOf('addresses') },
    ),
    /** Removes an address, a provider account or a passkey. */
    removeMeans: change(
      endpointRights.deleteContactChannel,
      (_project, _user: ListedUser, means: { readonly delete: () => Promise<unknown> }) => means.delete(),
      {
        stale: shownReadsOf('addresses', 'providers', 'passkeys'),
      },
    ),
    /** Announces the removal of the second factor. `callbackUrl` is the page of the link that cancels it. */
    announceFactorReset: change(
      endpointRights.startFactorReset,
      ({ app }, user: ListedUser, callbackUrl: string) => app.startFactorReset(user.id, { callbackUrl }),
      { stale: shownReadsOf() },
    ),
    cancelFactorReset: change(
      endpointRights.cancelFactorReset,
      ({ app }, user: ListedUser) => app.cancelFactorReset(user.id),
      { stale: shownReadsOf() },
    ),
    endSession: change(
      endpointRights.deleteSession,
      (_project, user: ListedUser, sessionId: string) => user.revokeSession(sessionId),
      {
        stale: readsOf('sessions'),
      },
    ),
    endSessions: change(endpointRights.deleteSession, (_project, user: ListedUser) => user.revokeAllSessions(), {
      stale: readsOf('sessions'),
    }),
    /** Creates a link whose page, that of `url`, signs the owner in as the user. */
    impersonate: change(
      endpointRights.createImpersonationLink,
      ({ app }, user: ListedUser, link: { readonly reason: string; readonly url: string }) =>
        app.createImpersonationLink({ userId: user.id, ...link }),
      { stale: readsOf('sessions') },
    ),
    grant: change(
      endpointRights.grantProjectPermission,
      async (_project, user: ListedUser, ids: readonly string[]) => {
        for (const id of ids) await user.grantPermission(id)
      },
      { stale: readsOf('permissions'), isStaleAfterFailure: true },
    ),
    revoke: change(
      endpointRights.revokeProjectPermission,
      (_project, user: ListedUser, id: string) => user.revokePermission(id),
      {
        stale: readsOf('permissions'),
      },
    ),
    grantInTeam: change(
      endpointRights.grantTeamPermission,
      (_project, user: ListedUser, team: TeamOfUser, id: string) => user.grantPermission(team, id),
      {
        stale: readsOf('permissions'),
      },
    ),
    revokeInTeam: change(
      endpointRights.revokeTeamPermission,
      (_project, user: ListedUser, team: TeamOfUser, id: string) => user.revokePermission(team, id),
      {
        stale: readsOf('permissions'),
      },
    ),
    addToTeam: change(
      endpointRights.createTeamMembership,
      async ({ app }, user: ListedUser, teamId: string) => {
        const team = await app.getTeam(teamId)
        if (!team) throw new Error('The team has been deleted.')
        await team.addUser(user.id)
      },
      { stale: readsOf('teams', 'permissions') },
    ),
    removeFromTeam: change(
      endpointRights.deleteTeamMembership,
      (_project, user: ListedUser, team: TeamOfUser) => team.removeUser(user.id),
      {
        stale: shownReadsOf('teams', 'permissions'),
      },
    ),
    createKey: change(
      endpointRights.createUserApiKey,
      (_project, user: ListedUser, key: Parameters<ListedUser['createApiKey']>[0]) => user.createApiKey(key),
      { stale: readsOf('keys') },
    ),
    revokeKey: change(endpointRights.updateUserApiKey, (_project, _user: ListedUser, key: KeyOfUser) => key.revoke(), {
      stale: readsOf('keys'),
    }),
    /** Starts an act on many users and resolves to its job. */
    startBulk: change(endpointRights.createJob, startBulk, {
      settle: (cache, job) => cache.put('users', 'job', [job.id], job),
      stale: () => [],
    }),
    cancelJob: change(endpointRights.cancelJob, (_project, job: Job) => job.cancel(), {
      stale: ({ id }) => [['users', 'job', id]],
    }),
  },
})

async function decide(
  { app }: { readonly app: ProjectApp },
  selection: UserSelection,
  decision: 'approve' | 'refuse',
): Promise<number> {
  const decideAbout = (ids: readonly string[]) =>
    decision === 'approve' ? app.approveUsers(ids) : app.refuseUsers(ids)
  let decided = 0
  if ('userIds' in selection) {
    for (let from = 0; from < selection.userIds.length; from += DECIDED_AT_ONCE) {
      decided += (await decideAbout(selection.userIds.slice(from, from + DECIDED_AT_ONCE))).decided
    }
    return decided
  }
  const filter = { ...selection.filter, waiting: true, limit: DECIDED_AT_ONCE }
  for (;;) {
    // Users about whom it was decided are no longer in the list.
    const ids = (await app.listUsers(filter)).map(({ id }) => id)
    const { decided: count } = ids.length === 0 ? { decided: 0 } : await decideAbout(ids)
    if (count === 0) return decided
    decided += count
  }
}

function startBulk({ app }: { readonly app: ProjectApp }, selection: UserSelection, act: BulkAct): Promise<Job> {
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

/** The API keys of a user, as soon as it is known whether the project allows them. */
export function useKeysOfUser(user: ListedUser): UseQueryResult<KeyOfUser[]> {
  const areAllowed = useProject().data?.config.allowUserApiKeys
  return users.useRead('keys', [user, areAllowed === true], { isNeeded: areAllowed !== undefined })
}

/** A job, read again until it has ended; null if there is none with this id. */
export function useJob(jobId: string | undefined): UseQueryResult<Job | null> {
  return users.useRead('job', [jobId ?? ''], {
    isNeeded: jobId !== undefined,
    repeatsAfter: (job) => (job && job.endedAt === null ? JOB_POLL_MILLIS : false),
  })
}

/** Reads all users again that the page shows, when a job that changes users has ended. */
export function useUsersAfter(job: Job | null | undefined): void {
  const client = useQueryClient()
  const { id } = useCurrentProject()
  const ended = job && job.endedAt !== null && job.type !== 'export_users' ? job.id : null
  useEffect(() => {
    if (ended === null) return
    void client.invalidateQueries({ queryKey: [id, 'users'], predicate: ({ queryKey }) => queryKey[2] !== 'job' })
  }, [ended, client, id])
}
