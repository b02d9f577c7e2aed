import { fragment, SqlName, type SqlFragment } from '../../kernel/statement.ts'
import type { EndedRights, Project } from '../projects/project.ts'

/** A project with its session policy, and what earlier policies have ended. */
export interface PolicyOwner extends Pick<EndedRights, 'endedSessionsCreatedUntil' | 'endedSessionsUsedUntil'> {
  readonly config: Pick<Project['config'], 'sessionMaxLifetimeMillis' | 'sessionIdleTimeoutMillis'>
}

/**
 * The conditions of an active session at one moment: not expired, and created and last used after these times. They
 * follow from the session policy of the project, so that a change of the policy applies to existing sessions at once.
 * Sessions that an earlier policy has ended stay ended.
 */
export interface SessionWindow {
  readonly now: Date
  readonly createdAfter: Date
  readonly usedAfter: Date
}

export function sessionWindow(project: PolicyOwner, now: Date): SessionWindow {
  const { config, endedSessionsCreatedUntil: createdUntil, endedSessionsUsedUntil: usedUntil } = project
  return {
    now,
    createdAfter: later(before(now, config.sessionMaxLifetimeMillis), createdUntil, now),
    usedAfter: later(before(now, config.sessionIdleTimeoutMillis), usedUntil, now),
  }
}

/** The later of two moments. One after `now` counts as `now`: nothing created or used by then has ended yet. */
function later(one: Date, other: Date | null, now: Date): Date {
  // guard: a session that a policy has ended stays ended when the policy changes
  //   (replace `Math.min(…)` with `Math.min(0, other?.getTime() ?? now.getTime())`) [session-policy]
  return new Date(Math.max(one.getTime(), Math.min(other?.getTime() ?? 0, now.getTime())))
}

/**
 * The SQL condition of an active session. Every statement that accepts a session contains it, so that an ended session
 * stays ended everywhere.
 *
 * @param alias the name of the sessions in the statement
 */
export function isActive(alias: string, { createdAfter, now, usedAfter }: SessionWindow): SqlFragment {
  const session = new SqlName(alias)
  // guard: an expired session cannot be refreshed (drop `${session}.expires_at > ${now}`) [sessions/refresh, sessions/]
  // guard: a call in a session beyond its maximum lifetime is refused (drop `${session}.created_at > ${createdAfter}`)
  //   [session-policy]
  // guard: a call in an idle session is refused (drop `${session}.last_used_at > ${usedAfter}`) [session-policy]
  return fragment`${session}.expires_at > ${now} and ${session}.created_at > ${createdAfter} and ${session}.last_used_at > ${usedAfter}`
}

/**
 * Returns the end of a session, however often it is used: its own end or the maximum lifetime, whichever is earlier.
 */
export function endOfSession({ config }: Pick<PolicyOwner, 'config'>, createdAt: Date, expiresAt: Date): Date {
  const { sessionMaxLifetimeMillis: maxMillis } = config
  return maxMillis === null ? expiresAt : new Date(Math.min(expiresAt.getTime(), createdAt.getTime() + maxMillis))
}

/** Without a setting: the epoch, which is before every session. */
function before(now: Date, millis: number | null): Date {
  return new Date(millis === null ? 0 : now.getTime() - millis)
}
