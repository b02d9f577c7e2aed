import { AsyncLocalStorage } from 'node:async_hooks'

import { forProject } from '../platform/db/project-scope.ts'
import { composeMail } from '../mails/compose.ts'
import type { MailComposing } from '../mails/mail-kind.ts'
import { UnknownRecipient, toMailError, Undeliverable, type MailError } from '../platform/mailer/mail-failure.ts'
import type { Mailer } from '../platform/mailer/mailer.ts'
import { CONNECTIONS_PER_PROJECT } from '../platform/mailer/own-mail-servers.ts'
import { closeEmail, deleteEmail, postponeEmail } from '../records/mails/store.ts'
import type { ClaimedEmail, MailRoute } from '../records/mails/mail.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import type { Log } from '../platform/log/log.ts'
import { claimDueEmails } from '../records/queries/due-emails.ts'

export interface OutboxDependencies extends MailComposing {
  readonly log: Log
  readonly metrics: Metrics
}

/** What one project gets of the shared server's lanes, so that its thousand mails do not keep everyone else's waiting. */
const SHARE_OF_PROJECT = 0.6
/** Longer than a delivery can take, or a second worker would send the same mail. */
const LEASE_MILLIS = 120_000
const POLL_MILLIS = 5_000
/** What an earlier process has left can wait until the start is over; on the embedded engine it would be in the way. */
const FIRST_LOOK_MILLIS = 500

export const MAIL_TRIES = 5
/** Wait after the first failed try; each further one is six times as long: 5 s, 30 s, 3 min, 18 min. */
const BACKOFF_BASE_MILLIS = 5_000
const BACKOFF_FACTOR = 6

/**
 * Delivers what is in the table of mails, at least once each.
 *
 * A mail is claimed with a lease, tried, and then sent, postponed or parked as failed. A worker that dies leaves its
 * lease to run out, after which another one tries again. Workers learn of new mails by `wake`, and of those that other
 * nodes have queued and left by looking every few seconds.
 *
 * Mails that go through projects' own servers have lanes apart from those of the shared server, and each project has few
 * of them: a slow or dead server holds up the mails of its own project only.
 */
export class Outbox {
  readonly #dependencies: OutboxDependencies
  readonly #mailer: Mailer
  readonly #capacity = new Map<MailRoute, Capacity>()
  /** Deliveries on their way. */
  readonly #lanes = new Map<Promise<void>, Lane>()
  // Whoever wakes the outbox may be inside a transaction, whose handle must not become that of the deliveries.
  readonly #outsideOfCallers = AsyncLocalStorage.snapshot()
  #claiming: Promise<void> | undefined
  #wakes = 0
  /** The last claim left mails, or may have: a lane that becomes free has something to do. */
  #hasMore = false
  #firstLook: NodeJS.Timeout | undefined
  #poll: NodeJS.Timeout | undefined
  #isRunning = false

  constructor(dependencies: OutboxDependencies, mailer: Mailer) {
    this.#dependencies = dependencies
    this.#mailer = mailer
    const { lanes, ownServerLanes } = mailer
    this.#capacity.set('shared', { lanes, perProject: Math.ceil(lanes * SHARE_OF_PROJECT) })
    if (ownServerLanes !== null) {
      this.#capacity.set('own', { lanes: ownServerLanes, perProject: CONNECTIONS_PER_PROJECT })
    }
  }

  /** Begins to work, soon also on what an earlier process has left. */
  start(): void {
    this.#isRunning = true
    this.#poll = setInterval(() => this.wake(), POLL_MILLIS)
    this.#poll.unref()
    this.#firstLook = setTimeout(() => this.wake(), FIRST_LOOK_MILLIS)
    this.#firstLook.unref()
  }

  /** Says that a mail may be due. Call it after the commit; it returns at once. */
  wake(): void {
    this.#outsideOfCallers(() => this.#claimAgain())
  }

  /** Resolves when nothing is due and nothing is on its way. */
  async idle(): Promise<void> {
    this.wake()
    while (this.#claiming || this.#lanes.size > 0) await Promise.all([this.#claiming, ...this.#lanes.keys()])
  }

  /** Ends after the deliveries that are on their way. */
  async stop(): Promise<void> {
    this.#isRunning = false
    clearTimeout(this.#firstLook)
    clearInterval(this.#poll)
    await this.#claiming
    await Promise.all(this.#lanes.keys())
    this.#mailer.close()
  }

  /** Starts to claim. A claim under way looks once more, because it may have passed over what can be sent now. */
  #claimAgain(): void {
    this.#wakes += 1
    if (!this.#isRunning || this.#claiming) return
    this.#claiming = this.#claimAll()
      .catch((error: unknown) => this.#noticeFailure(error))
      .finally(() => (this.#claiming = undefined))
  }

  /** Claims what is due until there is no more or no lane is free. */
  async #claimAll(): Promise<void> {
    while (this.#isRunning) {
      const { limit, crowded, through } = this.#room()
      this.#hasMore = true
      if (limit === 0) return
      const wakesBefore = this.#wakes
      const now = this.#dependencies.clock.now()
      const wanted = { skippedProjects: crowded, limit, through }
      const emails = await this.#dependencies.db.run(claimDueEmails(wanted, now, later(now, LEASE_MILLIS)))
      this.#hasMore = emails.length === limit || crowded.length > 0 || through !== 'any'
      for (const email of emails) this.#openLane(email)
      // A mail that was queued while we looked must not wait for the next poll.
      if (emails.length < limit && this.#wakes === wakesBefore) return
    }
  }

  /** How many mails may be claimed, and by which route, so that no route and no project gets more than its lanes. */
  #room(): { limit: number; crowded: string[]; through: MailRoute | 'any' } {
    const busy = [...this.#lanes.values()]
    const open: { route: MailRoute; room: number }[] = []
    for (const [route, { lanes, perProject }] of this.#capacity) {
      const free = lanes - busy.filter((lane) => lane.route === route).length
      if (free > 0) open.push({ route, room: Math.min(free, perProject) })
    }
    const [first] = open
    if (!first) return { limit: 0, crowded: [], through: 'any' }
    // The route of a mail is known once it is claimed, so each must find a lane whichever route it has.
    let limit = Math.min(...open.map(({ room }) => room))
    const crowded: string[] = []
    for (const [projectId, lanes] of Map.groupBy(busy, (lane) => lane.projectId)) {
      const room = Math.min(...lanes.map(({ route }) => this.#capacity.get(route)?.perProject ?? 0)) - lanes.length
      if (room <= 0) crowded.push(projectId)
      else limit = Math.min(limit, room)
    }
    return { limit, crowded, through: open.length === this.#capacity.size ? 'any' : first.route }
  }

  #openLane(email: ClaimedEmail): void {
    const lane = this.#deliver(email)
      .catch((error: unknown) => this.#noticeFailure(error))
      .finally(() => {
        this.#lanes.delete(lane)
        if (this.#hasMore) this.#claimAgain()
      })
    const route = this.#capacity.has(email.route) ? email.route : 'shared'
    this.#lanes.set(lane, { projectId: email.projectId, route })
  }

  #noticeFailure(error: unknown): void {
    this.#dependencies.log.error({ err: error }, 'the outbox could not work; it tries again')
  }

  async #deliver(email: ClaimedEmail): Promise<void> {
    const { db, clock } = this.#dependencies
    const project = forProject(db, email.projectId)
    const { subject, error, cause } = await this.#try(email)
    if (error === 'unknown_recipient') {
      await project.run(deleteEmail(project.projectId, email))
    } else if (!error) {
      await project.run(closeEmail(project.projectId, email, { state: 'sent', at: clock.now(), subject }))
      this.#observe(email, 'sent', null)
    } else if (error.canRetry && email.attempts < MAIL_TRIES) {
      const until = later(clock.now(), backoffMillis(email.attempts))
      await project.run(postponeEmail(project.projectId, email, until, error))
      this.#observe(email, 'postponed', error, cause)
    } else {
      await project.run(closeEmail(project.projectId, email, { state: 'failed', error, subject }))
      this.#observe(email, 'failed', error, cause)
    }
  }

  async #try(email: ClaimedEmail): Promise<Delivered | NotDelivered> {
    let subject: string | null = null
    try {
      if (email.attempts > MAIL_TRIES) throw new Undeliverable('UNKNOWN', 'The service ended during the last try.')
      const mail = await composeMail(this.#dependencies, email)
      ;({ subject } = mail)
      await this.#mailer.deliver(mail)
      return { subject, error: null, cause: null }
    } catch (error) {
      return {
        subject,
        error: error instanceof UnknownRecipient ? 'unknown_recipient' : toMailError(error),
        cause: error,
      }
    }
  }

  #observe(
    email: ClaimedEmail,
    outcome: 'sent' | 'postponed' | 'failed',
    error: MailError | null,
    cause: unknown = null,
  ): void {
    const { log, metrics } = this.#dependencies
    metrics.mails.inc({ template: email.template, outcome })
    log[error ? 'warn' : 'info'](
      {
        project_id: email.projectId,
        email_id: email.id,
        template: email.template,
        outcome,
        attempts: email.attempts,
        // The cause may name addresses of the operator's network, so it is in the log only.
        ...(error && { error_type: error.errorType, reason: error.message, cause: String(cause) }),
      },
      'mail',
    )
  }
}

interface Delivered {
  readonly subject: string
  readonly error: null
  readonly cause: null
}

interface NotDelivered {
  readonly subject: string | null
  readonly error: MailError | 'unknown_recipient'
  readonly cause: unknown
}

/** How many mails of one route are on their way at once. */
interface Capacity {
  readonly lanes: number
  readonly perProject: number
}

/** A delivery on its way. */
interface Lane {
  readonly projectId: string
  readonly route: MailRoute
}

/** Between half and one and a half times the planned wait, so that what failed together does not come back together. */
function backoffMillis(attempts: number): number {
  return BACKOFF_BASE_MILLIS * BACKOFF_FACTOR ** (attempts - 1) * (0.5 + Math.random())
}

function later(moment: Date, millis: number): Date {
  return new Date(moment.getTime() + millis)
}
