import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { emit, systemCall } from '../kernel/emit.ts'
import type { Log } from '../platform/log/log.ts'
import { forProject } from '../platform/db/project-scope.ts'
import { preferIndexes } from '../platform/db/sweep.ts'
import { readProof } from '../records/team-connections/proof.ts'
import { loseDomain, noteCheck, takeDueDomains, type DueDomain } from '../records/team-connections/store.ts'

const HOUR_MILLIS = 60 * 60_000
const DAY_MILLIS = 24 * HOUR_MILLIS
const CHECKED_AGAIN_MILLIS = 7 * DAY_MILLIS
/** One negative answer can come from a faulty resolver or from a zone that reloads. */
const MISSING_MILLIS = DAY_MILLIS
/** Each check takes at most three seconds. The next domains wait for the next round. */
const DOMAINS_AT_ONCE = 10

interface DomainCheck {
  readonly clock: Clock
  readonly db: Database
  readonly log: Log
  /** Absent or null: the resolvers of the system. */
  readonly settings: { readonly dnsServer?: string | null }
}

/**
 * Checks the records of proved domains once a week. A missing record is checked each hour. After a day without it, the
 * proof ends, but no session does. If DNS does not answer, the domain keeps its proof and is checked again after a day.
 */
export async function checkConnectionDomains(dependencies: DomainCheck): Promise<void> {
  const { clock, db, log } = dependencies
  const now = clock.now()
  const { due } = await db.batch({
    planning: preferIndexes,
    // After an error, or the end of the process, the domain is due again in an hour.
    due: takeDueDomains(checkedFor(now, 0), checkedFor(now, HOUR_MILLIS), DOMAINS_AT_ONCE),
  })
  await Promise.all(
    due.map((domain) =>
      checkDomain(dependencies, domain, now).catch((error: unknown) =>
        log.error({ err: error, domain }, 'the domain of a connection could not be checked'),
      ),
    ),
  )
}

/** Returns the moment of a check that makes a domain due again after this time. */
function checkedFor(now: Date, dueAfterMillis: number): Date {
  return new Date(now.getTime() - CHECKED_AGAIN_MILLIS + dueAfterMillis)
}

async function checkDomain({ db, settings }: DomainCheck, due: DueDomain, now: Date): Promise<void> {
  const { connectionId, domain, projectId, teamId } = due
  const project = forProject(db, projectId)
  const found = await readProof(settings.dnsServer ?? null, due)
  if (found === null) return project.run(noteCheck(due, checkedFor(now, DAY_MILLIS)))
  if (found.isProved) return project.run(noteCheck({ ...due, missingSince: null }, now))
  const missingSince = due.missingSince ?? now
  if (now.getTime() - missingSince.getTime() < MISSING_MILLIS) {
    return project.run(noteCheck({ ...due, missingSince }, checkedFor(now, HOUR_MILLIS)))
  }
  await project.transaction(async (tx) => {
    if (!(await tx.run(loseDomain(projectId, due)))) return
    const data = { connectionId, teamId, reason: domain }
    await tx.run(emit(systemCall(projectId, now), 'connection_domain.lost', data))
  })
}
