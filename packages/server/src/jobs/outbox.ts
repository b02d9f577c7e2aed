import { AsyncLocalStorage } from 'node:async_hooks'

import { forProject } from '../db/sql.ts'
import { composeMail } from '../emails/compose.ts'
import { claimDueEmail, closeEmail, forgetEmail, postponeEmail, type ClaimedEmail } from '../emails/emails.ts'
import { NobodyToMail, toMailError, Undeliverable, type MailError } from '../ports/mail-failure.ts'
import type { Mailer } from '../ports/mailer.ts'
import type { Ports } from '../ports/ports.ts'

type OutboxPorts = Pick<Ports, 'clock' | 'db' | 'log' | 'metrics' | 'projects' | 'random' | 'secret' | 'settings'>

/** How many mails are on their way at once. */
const LANES = 5
/** Of these for one project, so that its thousand mails do not keep everyone else's waiting. */
const LANES_PER_PROJECT = 3
/** Longer than a delivery can take, or a second worker would send the same mail. */
const LEASE_MILLIS = 120_000
const POLL_MILLIS = 5_000

export const MAIL_TRIES = 5
/** Wait after the first failed try; each further one is six times as long: 5 s, 30 s, 3 min, 18 min. */
const BACKOFF_BASE_MILLIS = 5_000
const BACKOFF_FACTOR = 6

/**
 * Delivers what is in the table of mails, at least once each.
 *
 * A mail is claimed with a lease, tried, and then sent, postponed or parked as failed. A worker that dies leaves its
 * lease to run out, after which another one tries again. Workers learn of new mails by `wake`, by notifications from
 * other nodes, and in any case by looking every few seconds.
 */
export class Outbox {
  readonly #ports: OutboxPorts
  readonly #mailer: Mailer
  /** Each lane takes one mail after the other until none is due. */
  readonly #lanes = new Set<Promise<void>>()
  readonly #projectsOnTheirWay: string[] = []
  // Whoever wakes the outbox may be inside a transaction, whose handle must not become that of the deliveries.
  readonly #outsideOfCallers = AsyncLocalStorage.snapshot()
  #wakes = 0
  #poll: NodeJS.Timeout | undefined
  #isRunning = false

  constructor(ports: OutboxPorts, mailer: Mailer) {
    this.#ports = ports
    this.#mailer = mailer
  }

  /** Begins to work, first on what an earlier process has left. */
  async start(): Promise<void> {
    this.#isRunning = true
    this.#poll = setInterval(() => this.wake(), POLL_MILLIS)
    this.#poll.unref()
    await this.#ports.db.listen('portico_outbox', () => this.wake())
    this.wake()
  }

  /** Says that a mail may be due. Call it after the commit; it returns at once. */
  wake(): void {
    this.#wakes += 1
    this.#outsideOfCallers(() => this.#openLane())
  }

  /** Resolves when nothing is due and nothing is on its way. */
  async idle(): Promise<void> {
    this.wake()
    while (this.#lanes.size > 0) await Promise.all(this.#lanes)
  }

  /** Ends after the deliveries that are on their way. */
  async stop(): Promise<void> {
    this.#isRunning = false
    clearInterval(this.#poll)
    await Promise.all(this.#lanes)
    this.#mailer.close()
  }

  #openLane(): void {
    if (!this.#isRunning || this.#lanes.size >= LANES) return
    const lane = this.#work()
      .catch((error: unknown) => this.#ports.log.error({ err: error }, 'the outbox could not work; it tries again'))
      .finally(() => this.#lanes.delete(lane))
    this.#lanes.add(lane)
  }

  async #work(): Promise<void> {
    while (this.#isRunning) {
      const wakesBefore = this.#wakes
      const email = await this.#claim()
      // A mail that was queued while this lane looked must not wait for the next poll.
      if (!email && this.#wakes === wakesBefore) return
      if (!email) continue
      this.#openLane()
      this.#projectsOnTheirWay.push(email.projectId)
      try {
        await this.#deliver(email)
      } finally {
        this.#projectsOnTheirWay.splice(this.#projectsOnTheirWay.indexOf(email.projectId), 1)
      }
    }
  }

  #claim(): Promise<ClaimedEmail | null> {
    const now = this.#ports.clock.now()
    const crowded = this.#projectsOnTheirWay.filter(
      (id, _, all) => all.filter((other) => other === id).length >= LANES_PER_PROJECT,
    )
    return claimDueEmail(this.#ports.db, crowded, now, later(now, LEASE_MILLIS))
  }

  async #deliver(email: ClaimedEmail): Promise<void> {
    const { db, clock } = this.#ports
    const scope = forProject(db, email.projectId)
    const { subject, error } = await this.#try(email)
    if (error === 'nobody') {
      await forgetEmail(scope, email)
    } else if (!error) {
      await closeEmail(scope, email, { state: 'sent', at: clock.now(), subject })
      this.#observe(email, 'sent', null)
    } else if (error.canRetry && email.attempts < MAIL_TRIES) {
      await postponeEmail(scope, email, later(clock.now(), backoffMillis(email.attempts)), error)
      this.#observe(email, 'postponed', error)
    } else {
      await closeEmail(scope, email, { state: 'failed', error, subject })
      this.#observe(email, 'failed', error)
    }
  }

  async #try(
    email: ClaimedEmail,
  ): Promise<{ subject: string; error: null } | { subject: string | null; error: MailError | 'nobody' }> {
    let subject: string | null = null
    try {
      if (email.attempts > MAIL_TRIES) throw new Undeliverable('UNKNOWN', 'The service ended during the last try.')
      const mail = await composeMail(this.#ports, email)
      ;({ subject } = mail)
      await this.#mailer.deliver(mail)
      return { subject, error: null }
    } catch (error) {
      return { subject, error: error instanceof NobodyToMail ? 'nobody' : toMailError(error) }
    }
  }

  #observe(email: ClaimedEmail, outcome: 'sent' | 'postponed' | 'failed', error: MailError | null): void {
    const { log, metrics } = this.#ports
    metrics.mails.inc({ template: email.template, outcome })
    log[error ? 'warn' : 'info'](
      {
        project_id: email.projectId,
        email_id: email.id,
        template: email.template,
        outcome,
        attempts: email.attempts,
        ...(error && { error_type: error.errorType, reason: error.message }),
      },
      'mail',
    )
  }
}

/** Between half and one and a half times the planned wait, so that what failed together does not come back together. */
function backoffMillis(attempts: number): number {
  return BACKOFF_BASE_MILLIS * BACKOFF_FACTOR ** (attempts - 1) * (0.5 + Math.random())
}

function later(moment: Date, millis: number): Date {
  return new Date(moment.getTime() + millis)
}
