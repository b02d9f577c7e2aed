import { preferIndexes } from '../platform/db/sweep.ts'
import type { Database } from '../kernel/database.ts'
import { forProject } from '../platform/db/project-scope.ts'
import {
  deleteIdleUsers,
  listAnonymousUsers,
  listProjectsWithLifetime,
  listStillIdle,
  lockIdleUsers,
  lockSessionsOf,
  type AnonymousUser,
  type ProjectWithLifetime,
} from '../records/queries/users/idle-anonymous-users.ts'
import { forgetCreators } from '../records/api-keys/store.ts'
import { lockTeamsOfInviters } from '../records/queries/teams/teams-of-users.ts'
import { deleteKeysInPieces } from './delete-api-keys.ts'
import { endMemberships } from './end-memberships.ts'
import { systemCall } from '../kernel/emit.ts'
import type { Clock } from '../kernel/clock.ts'

const PROJECTS_AT_ONCE = 1_000
/** Deleting a user cascades to all their rows, so a larger batch would run and hold locks for too long. */
const USERS_AT_ONCE = 500
const DAY_MILLIS = 24 * 60 * 60_000

interface IdleUserRemoval {
  readonly clock: Clock
  readonly db: Database
  /** Ends the removal early. */
  readonly signal?: AbortSignal
}

/**
 * Removes anonymous users who have neither signed in nor refreshed for the number of days that their project sets. A
 * project that sets no number keeps its anonymous users.
 */
export async function removeIdleAnonymousUsers(dependencies: IdleUserRemoval): Promise<void> {
  for (let after: ProjectWithLifetime | null = null; ;) {
    const projects: ProjectWithLifetime[] = await listProjects(dependencies.db, after)
    for (const project of projects) await removeIdleUsersOf(dependencies, project)
    if (projects.length < PROJECTS_AT_ONCE) return
    after = projects.at(-1) ?? null
  }
}

async function listProjects(db: Database, after: ProjectWithLifetime | null): Promise<ProjectWithLifetime[]> {
  const { projects } = await db.batch({
    planning: preferIndexes,
    projects: listProjectsWithLifetime(after, PROJECTS_AT_ONCE),
  })
  return projects
}

async function removeIdleUsersOf({ clock, db, signal }: IdleUserRemoval, project: ProjectWithLifetime): Promise<void> {
  const now = clock.now()
  const idleSince = new Date(now.getTime() - project.lifetimeDays * DAY_MILLIS)
  for (let after: AnonymousUser | null = null; ;) {
    signal?.throwIfAborted()
    const users: AnonymousUser[] = await forProject(db, project.id).run(
      listAnonymousUsers(project.id, {
        idleSince,
        after,
        limit: USERS_AT_ONCE,
      }),
    )
    const idleIds = users.filter(({ isIdle }) => isIdle).map(({ id }) => id)
    if (idleIds.length > 0) await removeUsers(db, project.id, idleIds, { idleSince, now })
    if (users.length < USERS_AT_ONCE) return
    after = users.at(-1) ?? null
  }
}

/**
 * Locks the users and their sessions, then deletes those that are still idle. Sign-ins and upgrades lock the user, and
 * a refresh locks its session, so a user who becomes active at the same time is not deleted.
 */
async function removeUsers(
  db: IdleUserRemoval['db'],
  projectId: string,
  ids: readonly string[],
  moments: { idleSince: Date; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { lockedIds } = await tx.batch({
      planning: preferIndexes,
      lockedIds: lockIdleUsers(projectId, ids.toSorted(), moments.idleSince),
    })
    const { idleIds } = await tx.batch({
      sessions: lockSessionsOf(projectId, lockedIds),
      idleIds: listStillIdle(projectId, lockedIds, moments.idleSince),
      teams: lockTeamsOfInviters(projectId, lockedIds),
    })
    const call = systemCall(projectId, moments.now)
    await deleteKeysInPieces(tx, projectId, idleIds)
    const memberships = await endMemberships(tx, call, idleIds)
    await tx.batch([forgetCreators(projectId, idleIds), deleteIdleUsers(call, idleIds, memberships)])
  })
}
