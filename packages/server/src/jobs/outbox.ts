import { AsyncLocalStorage } from 'node:async_hooks'

import { forProject } from '../db/sql.ts'
import { composeMail } from '../emails/compose.ts'
import { claimDueEmails, closeEmail, forgetEmail, postponeEmail, type ClaimedEmail } from '../emails/emails.ts'
import { NobodyToMail, toMailError, Undeliverable, type MailError } from '../ports/mail-failure.ts'
import type { Mailer } from '../ports/mailer.ts'
import type { Ports } from '../ports/ports.ts'

type OutboxPorts = Pick<Ports, 'clock' | 'db' | 'log' | 'metrics' | 'projects' | 'random' | 'secret' | 'settings'>

/** What one project gets of all lanes, so that its thousand mails do not keep everyone else's waiting. */
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
 */
export class Outbox {
  readonly #ports: OutboxPorts
  readonly #mailer: Mailer
  readonly #lanesPerProject: number
  /** Deliveries on their way. */
  readonly #lanes = new Set<Promise<void>>()
  readonly #lanesOfProject = new Map<string, number>()
  // Whoever wakes the outbox may be inside a transaction, whose handle must not become that of the deliveries.
  readonly #outsideOfCallers = AsyncLocalStorage.snapshot()
  #claiming: Promise<void> | undefined
  #wakes = 0
  /** The last claim left mails, or may have: a lane that becomes free has something to do. */
  #hasMore = false
  #firstLook: NodeJS.Timeout | undefined
  #poll: NodeJS.Timeout | undefined
  #isRunning = false

  constructor(ports: OutboxPorts, mailer: Mailer) {
    this.#ports = ports
    this.#mailer = mailer
    this.#lanesPerProject = Math.ceil(mailer.lanes * SHARE_OF_PROJECT)
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
    this.#wakes += 1
    this.#outsideOfCallers(() => this.#startClaiming())
  }

  /** Resolves when nothing is due and nothing is on its way. */
  async idle(): Promise<void> {
    this.wake()
    while (this.#claiming || this.#lanes.size > 0) await Promise.all([this.#claiming, ...this.#lanes])
  }

  /** Ends after the deliveries that are on their way. */
  async stop(): Promise<void> {
    this.#isRunning = false
    clearTimeout(this.#firstLook)
    clearInterval(this.#poll)
    await this.#claiming
    await Promise.all(this.#lanes)
    this.#mailer.close()
  }

  #startClaiming(): void {
    if (!this.#isRunning || this.#claiming) return
    this.#claiming = this.#claimAll()
      .catch((error: unknown) => this.#noticeFailure(error))
      .finally(() => (this.#claiming = undefined))
  }

  /** Claims what is due until there is no more or no lane is free. */
  async #claimAll(): Promise<void> {
    while (this.#isRunning) {
      const { limit, crowded } = this.#room()
      this.#hasMore = true
      if (limit === 0) return
      const wakesBefore = this.#wakes
      const now = this.#ports.clock.now()
      const emails = await claimDueEmails(this.#ports.db, { passedOver: crowded, limit }, now, later(now, LEASE_MILLIS))
      this.#hasMore = emails.length === limit || crowded.length > 0
      for (const email of emails) this.#openLane(email)
      // A mail that was queued while we looked must not wait for the next poll.
      if (emails.length < limit && this.#wakes === wakesBefore) return
    }
  }

  /** How many mails may be claimed, so that whatever project they are of, it gets no more than its lanes. */
  #room(): { limit: number; crowded: string[] } {
    const crowded: string[] = []
    const perProject = this.#lanesPerProject
    let limit = this.#mailer.lanes - this.#lanes.size
    for (const [projectId, lanes] of this.#lanesOfProject) {
      if (lanes >= perProject) crowded.push(projectId)
      else limit = Math.min(limit, perProject - lanes)
    }
    return { limit: Math.min(limit, perProject), crowded }
  }

  #openLane(email: ClaimedEmail): void {
    const { projectId } = email
    this.#lanesOfProject.set(projectId, (this.#lanesOfProject.get(projectId) ?? 0) + 1)
    const lane = this.#deliver(email)
      .catch((error: unknown) => this.#noticeFailure(error))
      .finally(() => {
        this.#lanes.delete(lane)
        const others = (this.#lanesOfProject.get(projectId) ?? 1) - 1
        if (others === 0) this.#lanesOfProject.delete(projectId)
        else this.#lanesOfProject.set(projectId, others)
        if (this.#hasMore) this.#startClaiming()
      })
    this.#lanes.add(lane)
  }

  #noticeFailure(error: unknown): void {
    this.#ports.log.error({ err: error }, 'the outbox could not work; it tries again')
  }

  async #deliver(email: ClaimedEmail): Promise<void> {
    const { db, clock } = this.#ports
    const project = forProject(db, email.projectId)
    const { subject, error } = await this.#try(email)
    if (error === 'nobody') {
      await forgetEmail(project, email)
    } else if (!error) {
      await closeEmail(project, email, { state: 'sent', at: clock.now(), subject })
      this.#observe(email, 'sent', null)
    } else if (error.canRetry && email.attempts < MAIL_TRIES) {
      const until = later(clock.now(), backoffMillis(email.attempts))
      await postponeEmail(project, email, until, error)
      this.#observe(email, 'postponed', error)
    } else {
      await closeEmail(project, email, { state: 'failed', error, subject })
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
