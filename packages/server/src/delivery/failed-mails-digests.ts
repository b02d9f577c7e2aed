import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { systemCall } from '../kernel/emit.ts'
import type { Statement } from '../kernel/statement.ts'
import { queueMail } from '../mails/queue-mail.ts'
import { listLanes } from '../platform/cells/across-cells.ts'
import type { Log } from '../platform/log/log.ts'
import { claimDigestDay } from '../records/mails/digest-days.ts'
import {
  listFailedMails,
  listReachableOwners,
  type Period,
  type ProjectWithFailedMails,
  type ReachableOwner,
} from '../records/queries/mails/failed-mails.ts'

const HOUR_MILLIS = 60 * 60_000
export const DAY_MILLIS = 24 * HOUR_MILLIS
const CHECK_MILLIS = 10 * 60_000
/** Mails that were queued at the end of a day have failed by then: five attempts take half an hour. */
const DELAY_MILLIS = HOUR_MILLIS

const bounds = {
  /** Bounds a transaction: a project has one mail for each of its owners. */
  projects: 20,
  counted: 100,
  shown: 10,
}
/** The owners of a project who get a digest. */
const OWNERS_MAX = 50

interface DigestDependencies {
  readonly clock: Clock
  readonly db: Database
  readonly log: Log
}

interface DigestOptions {
  readonly period: Period
  /** Only reads. */
  readonly isDryRun?: boolean
  /** Sends each project one digest of the day that the period begins with. */
  readonly isOncePerDay?: boolean
}

interface FailingProject extends ProjectWithFailedMails {
  /** The owners with a verified address, oldest ownership first. */
  readonly owners: readonly ReachableOwner[]
}

export interface SentDigests {
  readonly projects: readonly FailingProject[]
  /** The number of these projects whose digests could not be queued. */
  readonly unsent: number
}

/**
 * Queues a mail to each owner with a verified address of a project with failed mails.
 *
 * @throws the failure of a cell, after the projects of the others
 */
export async function sendFailedMailsDigests(
  dependencies: DigestDependencies,
  options: DigestOptions,
): Promise<SentDigests> {
  const sent: { projects: FailingProject[]; unsent: number } = { projects: [], unsent: 0 }
  const failures: unknown[] = []
  for (const db of listLanes(dependencies.db)) {
    await sendDigestsOfCell({ ...dependencies, db }, options, sent).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
  return sent
}

async function sendDigestsOfCell(
  dependencies: DigestDependencies,
  options: DigestOptions,
  sent: { projects: FailingProject[]; unsent: number },
): Promise<void> {
  const { db, log } = dependencies
  for (let after: string | null = ''; after !== null;) {
    const page: ProjectWithFailedMails[] = await db.run(listFailedMails(options.period, after, bounds))
    const failing = await withOwners(
      db,
      page.filter(({ failed }) => failed > 0),
    )
    sent.projects.push(...failing)
    if (!options.isDryRun && failing.length > 0) {
      try {
        await queueDigests(dependencies, failing, options)
      } catch (error) {
        sent.unsent += failing.length
        log.error({ err: error }, 'digests of failed mails could not be queued')
      }
    }
    after = page.length < bounds.projects ? null : (page.at(-1)?.id ?? null)
  }
}

async function withOwners(db: Database, projects: readonly ProjectWithFailedMails[]): Promise<FailingProject[]> {
  if (projects.length === 0) return []
  const ids = projects.map(({ id }) => id)
  const owners = await db.run(listReachableOwners(ids, OWNERS_MAX))
  return projects.map((project) => ({ ...project, owners: owners.get(project.id) ?? [] }))
}

async function queueDigests(
  { clock, db }: DigestDependencies,
  projects: readonly FailingProject[],
  { isOncePerDay, period }: DigestOptions,
): Promise<void> {
  await db.transaction(async (tx) => {
    const ids = projects.map(({ id }) => id)
    const wanted = new Set(isOncePerDay ? await tx.run(claimDigestDay(ids, period.from)) : ids)
    const now = clock.now()
    const mails = projects.filter(({ id }) => wanted.has(id)).flatMap((project) => digestsOf(project, period, now))
    if (mails.length > 0) await tx.batch(Object.fromEntries(mails.map((mail, index) => [`mail${index}`, mail])))
  })
}

function digestsOf(project: FailingProject, { from, until }: Period, now: Date): Statement<void>[] {
  const { displayName, failed, mails, owners } = project
  return owners.map(({ email: recipient, id: userId }) => {
    const payload = {
      ...{ userId, projectName: displayName, mails: [...mails] },
      ...{ count: Math.min(failed, bounds.counted), isMore: failed > bounds.counted },
      ...{ fromMillis: from.getTime(), untilMillis: until.getTime() },
    }
    return queueMail(systemCall('internal', now), { template: 'failed_emails_digest', recipient, payload }, userId)
  })
}

/** Sends the digests of each day (UTC) by itself, once for all nodes. */
export class DailyDigests {
  readonly #dependencies: DigestDependencies
  #timer: NodeJS.Timeout | undefined
  #doneUntilMillis = 0
  #sending: Promise<void> | null = null

  constructor(dependencies: DigestDependencies) {
    this.#dependencies = dependencies
  }

  start(): void {
    this.#timer = setInterval(() => void this.send(), CHECK_MILLIS).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#sending
  }

  /** Sends the digests of the day that has ended, unless they were sent already. Never throws. */
  send(): Promise<void> {
    this.#sending ??= this.#sendDay().finally(() => {
      this.#sending = null
    })
    return this.#sending
  }

  async #sendDay(): Promise<void> {
    const { clock, log } = this.#dependencies
    const untilMillis = Math.floor((clock.now().getTime() - DELAY_MILLIS) / DAY_MILLIS) * DAY_MILLIS
    if (untilMillis <= this.#doneUntilMillis) return
    const period = { from: new Date(untilMillis - DAY_MILLIS), until: new Date(untilMillis) }
    try {
      const { unsent } = await sendFailedMailsDigests(this.#dependencies, { period, isOncePerDay: true })
      if (unsent === 0) this.#doneUntilMillis = untilMillis
    } catch (error) {
      log.error({ err: error }, 'digests of failed mails could not be queued and are tried again')
    }
  }
}
