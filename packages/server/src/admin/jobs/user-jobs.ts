import type { UserServerRead, UserJobType } from '@portico/contract'

import { deleteLockedUsers } from '../../accounts/delete-user.ts'
import { endAllSessions } from '../../accounts/end-all-sessions.ts'
import { suspendUsers } from '../../accounts/suspension.ts'
import { requireAttemptsLeft, type JobWork, type Piece } from '../../delivery/jobs.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database, ProjectTransaction } from '../../kernel/database.ts'
import type { EventCall } from '../../kernel/emit.ts'
import { forProject, scopeToProject } from '../../platform/db/project-scope.ts'
import type { Position } from '../../platform/lists/list-key.ts'
import type { Job, JobFailure, JobProgress, UserJobParameters } from '../../records/jobs/job.ts'
import { presentToServer } from '../../records/users/present.ts'
import { findUser, lockUsers } from '../../records/users/store.ts'
import type { User } from '../../records/users/user.ts'
import { countUsers } from '../users/count-users.ts'
import { keepMatchingUsers, selectUsers } from '../users/select-users.ts'
import { listOf, type WantedUserFilters } from '../users/wanted-users.ts'
import { csvHead, csvLine } from './csv.ts'

/** The size at which a part of an export ends. */
const PART_MAX_BYTES = 524_288
/** Users that an export holds in memory beyond the size of a part. */
const USERS_AT_ONCE = 20

const GIVEN_UP =
  'The service tried the next users about 60 times in an hour, but the database was busy or not available. What the job has done stays. Create the same job again for the other users.'

export interface UserJobDependencies {
  readonly clock: Clock
  readonly db: Database
  readonly settings: { readonly baseUrl: string }
}

/** The users of a piece. */
interface Selection {
  readonly users: readonly {
    readonly id: string
    /** The position after this user; null after the last one. */
    readonly next: unknown
  }[]
  /** The position after all of them; null at the end. */
  readonly next: unknown
  /** The number of all selected users; null if it is not known. Absent: as before. */
  readonly total?: number | null
}

type Act = (tx: ProjectTransaction, call: EventCall, userIds: readonly string[], job: Job) => Promise<void>

const acts: { readonly [Type in Exclude<UserJobType, 'export_users'>]: Act } = {
  suspend_users: (tx, call, userIds, { parameters }) => {
    const { reason, privateDetails, untilMillis } = (parameters as UserJobParameters).suspension ?? {}
    return suspendUsers(tx, call, userIds, {
      restrictedByAdmin: true,
      restrictedByAdminReason: reason,
      restrictedByAdminPrivateDetails: privateDetails,
      restrictedByAdminUntilMillis: untilMillis,
    })
  },
  lift_suspensions: (tx, call, userIds) => suspendUsers(tx, call, userIds, { restrictedByAdmin: false }),
  end_sessions: endAllSessions,
  delete_users: deleteLockedUsers,
}

/** The work of the jobs with users. Each act has the same consequences as a call for one user. */
export function userJobs(dependencies: UserJobDependencies): { readonly [Type in UserJobType]: JobWork } {
  const change =
    (act: Act): JobWork =>
    async (job, size) =>
      changePiece(job, await select(dependencies, job, size), act)
  return {
    suspend_users: change(acts.suspend_users),
    lift_suspensions: change(acts.lift_suspensions),
    end_sessions: change(acts.end_sessions),
    delete_users: change(acts.delete_users),
    export_users: async (job, size) => exportPiece(dependencies, job, await select(dependencies, job, size)),
  }
}

/** @throws PlainError after an hour of attempts */
async function select(dependencies: UserJobDependencies, job: Job, size: number): Promise<Selection> {
  requireAttemptsLeft(job, GIVEN_UP)
  // The creation of the job writes these parameters, and each piece the position.
  const { userIds, filter } = job.parameters as UserJobParameters
  if (userIds) {
    const from = (job.position as number | null) ?? 0
    const nextOf = (index: number): number | null => (index < userIds.length ? index : null)
    return {
      users: userIds.slice(from, from + size).map((id, index) => ({ id, next: nextOf(from + index + 1) })),
      next: nextOf(from + size),
    }
  }
  const call = { db: forProject(dependencies.db, job.projectId), now: () => dependencies.clock.now() }
  const wanted = wantedUsers(job, filter ?? {})
  const start = job.position as Position | null
  const total = start === null ? await countUsers(call.db, listOf(call.db, wanted, call.now())) : null
  const { users, next } = await selectUsers(call, wanted, { start, limit: size })
  return {
    users: users.map(({ id }, index) => ({ id, next: users[index + 1]?.position ?? next })),
    next,
    ...(total && { total: total.isCapped ? null : total.count }),
  }
}

/** The filter of a job. It leaves out users who signed up after the creation of the job. */
function wantedUsers(job: Job, filter: WantedUserFilters): WantedUserFilters {
  // guard: a job spares users who signed up after its creation (keep `filter.signedUpUntilMillis ?? Infinity`)
  const signedUpUntilMillis = Math.min(filter.signedUpUntilMillis ?? Infinity, job.createdAt.getTime())
  return { ...filter, signedUpUntilMillis }
}

/** Locks the users, and leaves out those who no longer match the filter. */
async function lockSelected(
  tx: ProjectTransaction,
  job: Job,
  userIds: readonly string[],
  now: Date,
): Promise<readonly string[]> {
  const { filter } = job.parameters as UserJobParameters
  const present = await tx.run(lockUsers(tx.projectId, userIds.toSorted()))
  // guard: a job spares users who no longer match its filter (keep `: present`)
  return filter && present.length > 0 ? keepMatchingUsers(tx, wantedUsers(job, filter), present, now) : present
}

function changePiece(job: Job, selection: Selection, act: Act): Piece {
  const { users, next, ...total } = selection
  const ids = users.map(({ id }) => id)
  return {
    perform: async (tx, call) => {
      const project = scopeToProject(tx, job.projectId)
      const present = await lockSelected(project, job, ids, call.now())
      if (present.length > 0) await act(project, call, present, job)
      return { position: next, done: present.length, failures: missingUsers(job, ids, present), ...total }
    },
    skipped: skip(selection),
  }
}

function exportPiece({ clock, settings }: UserJobDependencies, job: Job, selection: Selection): Piece {
  const { users, next, ...total } = selection
  return {
    perform: async (tx) => {
      const project = scopeToProject(tx, job.projectId)
      const shown: UserServerRead[] = []
      const ids: string[] = []
      let bytes = 0
      while (ids.length < users.length && bytes < PART_MAX_BYTES) {
        const some = users.slice(ids.length, ids.length + USERS_AT_ONCE).map(({ id }) => id)
        for (const user of await readUsers(project, some)) {
          const read = presentToServer(user, settings.baseUrl, clock.now())
          bytes += JSON.stringify(read).length
          shown.push(read)
        }
        ids.push(...some)
      }
      const position = ids.length < users.length ? users[ids.length - 1]?.next : next
      const present = shown.map(({ id }) => id)
      return {
        position,
        done: shown.length,
        failures: missingUsers(job, ids, present),
        result: textOf(job, shown, position === null),
        ...total,
      }
    },
    skipped: { ...skip(selection), result: textOf(job, [], next === null) },
  }
}

async function readUsers(project: ProjectTransaction, ids: readonly string[]): Promise<User[]> {
  const users = await project.batch(ids.map((id) => findUser(project.projectId, id)))
  return users.filter((user) => user !== null)
}

/** The text that users add to the file of an export. */
function textOf(job: Job, users: readonly UserServerRead[], isLast: boolean): string {
  const { format, columns } = (job.parameters as UserJobParameters).export ?? { format: 'json', columns: [] }
  const isFirst = job.resultParts === 0
  if (format === 'csv') return (isFirst ? csvHead(columns) : '') + users.map((user) => csvLine(columns, user)).join('')
  const separator = job.done > 0 && users.length > 0 ? ',\n' : ''
  const lines = users.map((user) => JSON.stringify(user)).join(',\n')
  return `${isFirst ? '[\n' : ''}${separator}${lines}${isLast ? '\n]\n' : ''}`
}

/** Users who were deleted are failures if the call named them. A filter no longer selects them. */
function missingUsers(job: Job, ids: readonly string[], present: readonly string[]): JobFailure[] {
  if ((job.parameters as UserJobParameters).userIds === null) return []
  const found = new Set(present)
  return ids.filter((id) => !found.has(id)).map((userId) => ({ userId, reason: 'USER_NOT_FOUND' }))
}

function skip({ users, next }: Selection): JobProgress {
  const failures = users.map(({ id }) => ({ userId: id, reason: 'The service could not handle this user.' }))
  return { position: next, done: 0, failures }
}
