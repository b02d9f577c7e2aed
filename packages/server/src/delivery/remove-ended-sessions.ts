import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { preferIndexes } from '../platform/db/sweep.ts'
import {
  deleteEndedSessions,
  listProjectsWithSessionPolicy,
  type ProjectWithSessionPolicy,
} from '../records/queries/sessions/ended-sessions.ts'
import { sessionWindow } from '../records/sessions/session-window.ts'

const PROJECTS_AT_ONCE = 1_000
const SESSIONS_AT_ONCE = 1_000
/** Ended sessions are retained for this time, like expired ones. */
const RETENTION_MILLIS = 24 * 60 * 60_000
const LOWEST_UUID = '00000000-0000-0000-0000-000000000000'

interface EndedSessionRemoval {
  readonly clock: Clock
  readonly db: Database
  readonly signal: AbortSignal
}

/**
 * Removes the sessions that have ended by the session policy of their project, a bounded number at a time. No index has
 * them in the order of their end: the policy can change, and an index by the last use would slow down every refresh.
 */
export async function removeEndedSessions(dependencies: EndedSessionRemoval): Promise<void> {
  for (let afterId = ''; ;) {
    const { projects } = await dependencies.db.batch({
      planning: preferIndexes,
      projects: listProjectsWithSessionPolicy(afterId, PROJECTS_AT_ONCE),
    })
    for (const project of projects) await removeEndedSessionsOf(dependencies, project)
    const last = projects.at(-1)
    if (!last || projects.length < PROJECTS_AT_ONCE) return
    afterId = last.id
  }
}

async function removeEndedSessionsOf(
  { clock, db, signal }: EndedSessionRemoval,
  project: ProjectWithSessionPolicy,
): Promise<void> {
  const ended = sessionWindow(project, new Date(clock.now().getTime() - RETENTION_MILLIS))
  for (let afterId: string | null = LOWEST_UUID; afterId !== null;) {
    signal.throwIfAborted()
    const { lastId }: { lastId: string | null } = await db.batch({
      planning: preferIndexes,
      lastId: deleteEndedSessions(project.id, afterId, ended, SESSIONS_AT_ONCE),
    })
    afterId = lastId
  }
}
