import { fragment, SqlName, type SqlFragment } from '../../kernel/statement.ts'
import type { Project } from '../projects/project.ts'

type PolicyOwner = { readonly config: Pick<Project['config'], 'sessionMaxLifetimeMillis' | 'sessionIdleTimeoutMillis'> }

/**
 * The conditions of an active session at one moment: not expired, and created and last used after these times. They
 * follow from the session policy of the project, so that a change of the policy applies to existing sessions at once.
 */
export interface SessionWindow {
  readonly now: Date
  readonly createdAfter: Date
  readonly usedAfter: Date
}

export function sessionWindow({ config }: PolicyOwner, now: Date): SessionWindow {
  return {
    now,
    createdAfter: before(now, config.sessionMaxLifetimeMillis),
    usedAfter: before(now, config.sessionIdleTimeoutMillis),
  }
}

/**
 * The SQL condition of an active session. Every statement that accepts a session contains it, so that an ended session
 * stays ended everywhere.
 *
 * @param alias the name of the sessions in the statement
 */
export function isActive(alias: string, { createdAfter, now, usedAfter }: SessionWindow): SqlFragment {
  const session = new SqlName(alias)
  return fragment`${session}.expires_at > ${now} and ${session}.created_at > ${createdAfter} and ${session}.last_used_at > ${usedAfter}`
}

/** Returns the end of a session, however often it is used: its own end or the maximum lifetime, whichever is earlier. */
export function endOfSession({ config }: PolicyOwner, createdAt: Date, expiresAt: Date): Date {
  const { sessionMaxLifetimeMillis: maxMillis } = config
  return maxMillis === null ? expiresAt : new Date(Math.min(expiresAt.getTime(), createdAt.getTime() + maxMillis))
}

/** Without a setting: the epoch, which is before every session. */
function before(now: Date, millis: number | null): Date {
  return new Date(millis === null ? 0 : now.getTime() - millis)
}
