import { later } from '../kernel/clock.ts'
import { emit, systemCall } from '../kernel/emit.ts'
import { noResult, nothing, sequence, type Statement } from '../kernel/statement.ts'
import { TooBusy } from '../kernel/too-busy.ts'
import { forProject } from '../platform/db/project-scope.ts'
import { composeMail } from '../mails/compose.ts'
import type { MailComposing } from '../mails/mail-kind.ts'
import {
  isHardBounce,
  NotComposed,
  replyOf,
  toMailError,
  Undeliverable,
  UnknownRecipient,
  type MailError,
} from '../platform/mailer/mail-failure.ts'
import type { Mailer } from '../platform/mailer/mailer.ts'
import { CONNECTIONS_PER_PROJECT } from '../platform/mailer/own-mail-servers.ts'
import { isPermittedSender } from '../platform/mailer/sender-domains.ts'
import { clearBounces, markBounced } from '../records/contact-channels/store.ts'
import { packContents } from '../records/mails/content-archive.ts'
import { closeMail, deleteMail, postponeMail, type Attempted } from '../records/mails/store.ts'
import type { ClaimedMail, MailRoute } from '../records/mails/mail.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import type { Log } from '../platform/log/log.ts'
import { claimDueMails } from '../records/queries/mails/due-mails.ts'
import { inChildSpan, inRootSpan } from '../platform/tracing/tracing.ts'
import { WorkLoop } from './work-loop.ts'

export interface OutboxDependencies extends MailComposing {
  readonly log: Log
  readonly metrics: Metrics
}

/** The share of the shared server's lanes that one project can use, so that its mails do not block other projects. */
const SHARE_OF_PROJECT = 0.6
/** Must exceed the longest delivery, or a second worker would send the same mail. */
const LEASE_MILLIS = 120_000
/** How long a mail waits for earlier mails to its recipient. A slow delivery or a dead worker delays them no longer. */
const WAIT_MAX_MILLIS = 30_000
const FIRST_LOOK_MILLIS = 500
const FAILURE = 'the outbox failed and tries again'

export const MAIL_TRIES = 5
/** The delay after the first failed attempt; each further one is six times as long: 5 s, 30 s, 3 min, 18 min. */
const BACKOFF_BASE_MILLIS = 5_000
const BACKOFF_FACTOR = 6

/**
 * Delivers queued mails, each at least once.
 *
 * A worker claims a mail with a lease (`WorkLoop`), tries to deliver it and marks it as sent, postponed or failed.
 *
 * Mails to one recipient are delivered one after another, in the order in which they were queued, so that the mail with
 * the newest code arrives last. A mail does not wait for the retries of another one, and waits at most 30 seconds for
 * other mails.
 *
 * Mails through projects' own servers use separate lanes, few per project, so that a slow or dead server delays only
 * the mails of its own project.
 */
export class Outbox {
  readonly #dependencies: OutboxDependencies
  readonly #mailer: Mailer
  readonly #capacity = new Map<MailRoute, Capacity>()
  /** Deliveries in progress. */
  readonly #lanes = new Map<Promise<void>, Lane>()
  readonly #loop: WorkLoop

  constructor(dependencies: OutboxDependencies, mailer: Mailer) {
    this.#dependencies = dependencies
    this.#mailer = mailer
    this.#loop = new WorkLoop({ log: dependencies.log, firstLookMillis: FIRST_LOOK_MILLIS, failure: FAILURE }, () =>
      this.#claim(),
    )
    const { lanes, ownServerLanes } = mailer
    this.#capacity.set('shared', { lanes, perProject: Math.ceil(lanes * SHARE_OF_PROJECT) })
    if (ownServerLanes !== null) {
      this.#capacity.set('own', { lanes: ownServerLanes, perProject: CONNECTIONS_PER_PROJECT })
    }
  }

  /** Starts to deliver, including mails that an earlier process left. */
  start(): void {
    this.#loop.start()
  }

  /** Starts a claim without waiting for it. Call it after the commit of a queued mail. */
  wake(): void {
    this.#loop.wake()
  }

  /** Resolves when no mail can be claimed and no delivery is in progress. */
  async idle(): Promise<void> {
    this.#loop.wake()
    while (this.#loop.working || this.#lanes.size > 0) await Promise.all([this.#loop.working, ...this.#lanes.keys()])
  }

  /** Stops claiming and waits for the deliveries in progress. The mailer stays open: other cells use it too. */
  async stop(): Promise<void> {
    await this.#loop.stop()
    await Promise.all(this.#lanes.keys())
  }

  /** Claims due mails for the free lanes. Returns whether more may be due. */
  async #claim(): Promise<boolean> {
    const { limit, crowded, through } = this.#room()
    if (limit === 0) return false
    const now = this.#dependencies.clock.now()
    const wanted = { skippedProjects: crowded, limit, through }
    const moments = { now, orderedFrom: later(now, -WAIT_MAX_MILLIS), leaseEndsAt: later(now, LEASE_MILLIS) }
    const mails = await this.#dependencies.db.run(claimDueMails(wanted, moments))
    for (const mail of mails) this.#openLane(mail)
    return mails.length === limit
  }

  /**
   * The number of mails to claim, the projects to skip and the route, so that no route and no project exceeds its
   * lanes.
   */
  #room(): { limit: number; crowded: string[]; through: MailRoute | 'any' } {
    const busy = [...this.#lanes.values()]
    const open: { route: MailRoute; room: number }[] = []
    for (const [route, { lanes, perProject }] of this.#capacity) {
      const free = lanes - busy.filter((lane) => lane.route === route).length
      if (free > 0) open.push({ route, room: Math.min(free, perProject) })
    }
    const [first] = open
    if (!first) return { limit: 0, crowded: [], through: 'any' }
    // The route of a mail is known only after the claim, so every claimed mail must have a free lane on each route.
    let limit = Math.min(...open.map(({ room }) => room))
    const crowded: string[] = []
    for (const [projectId, lanes] of Map.groupBy(busy, (lane) => lane.projectId)) {
      const room = Math.min(...lanes.map(({ route }) => this.#capacity.get(route)?.perProject ?? 0)) - lanes.length
      if (room <= 0) crowded.push(projectId)
      else limit = Math.min(limit, room)
    }
    return { limit, crowded, through: open.length === this.#capacity.size ? 'any' : first.route }
  }

  #openLane(mail: ClaimedMail): void {
    const attributes = { 'portico.project_id': mail.projectId, 'portico.mail_template': mail.template }
    const lane = inRootSpan('deliver mail', attributes, () => this.#deliver(mail))
      .catch((error: unknown) => this.#dependencies.log.error({ err: error }, FAILURE))
      .finally(() => {
        this.#lanes.delete(lane)
        // A lane is free, and the next mail to the recipient no longer waits.
        this.#loop.wake()
      })
    const route = this.#capacity.has(mail.route) ? mail.route : 'shared'
    this.#lanes.set(lane, { projectId: mail.projectId, route })
  }

  async #deliver(mail: ClaimedMail): Promise<void> {
    const { db, clock } = this.#dependencies
    const project = forProject(db, mail.projectId)
    const { attempted, error, cause } = await this.#try(mail)
    const isUncounted = cause instanceof TooBusy
    const at = clock.now()
    if (error === 'unknown_recipient') {
      await project.run(deleteMail(project.projectId, mail))
    } else if (!error) {
      await project.batch([
        closeMail(project.projectId, mail, attempted, { state: 'sent', at }),
        clearBounces(project.projectId, mail.recipient),
      ])
      this.#observe(mail, 'sent', attempted)
    } else if (error.canRetry && (isUncounted || triesOf(mail) < MAIL_TRIES)) {
      const until = later(at, backoffMillis(triesOf(mail)))
      await project.run(postponeMail(project.projectId, mail, attempted, { error, at, until, isUncounted }))
      this.#observe(mail, 'postponed', attempted, error, cause)
    } else {
      await project.batch([
        closeMail(project.projectId, mail, attempted, { state: 'failed', error, at }),
        isHardBounce(error) ? recordBounce(mail, at, replyOf(cause) ?? error.message) : nothing,
      ])
      this.#observe(mail, 'failed', attempted, error, cause)
    }
  }

  async #try(claimed: ClaimedMail): Promise<Delivered | NotDelivered> {
    let attempted: Attempted | null = null
    try {
      if (triesOf(claimed) > MAIL_TRIES)
        throw new Undeliverable('UNKNOWN', 'The service stopped during the last attempt.')
      const mail = await this.#compose(claimed)
      const { isStoredOnce = false, sender, shown } = mail
      const contents = isStoredOnce ? null : await packContents(shown)
      attempted = { subject: shown.subject, sender, contents }
      await inChildSpan('send mail', 'client', {}, () => this.#mailer.deliver(mail))
      return { attempted, error: null, cause: null }
    } catch (error) {
      return {
        attempted,
        error: error instanceof UnknownRecipient ? 'unknown_recipient' : toMailError(error),
        cause: error instanceof NotComposed ? error.cause : error,
      }
    }
  }

  async #compose(claimed: ClaimedMail): ReturnType<typeof composeMail> {
    try {
      return await composeMail(this.#dependencies, claimed)
    } catch (error) {
      if (error instanceof Undeliverable || error instanceof UnknownRecipient) throw error
      throw new NotComposed(error)
    }
  }

  #observe(
    mail: ClaimedMail,
    outcome: 'sent' | 'postponed' | 'failed',
    attempted: Attempted | null,
    error: MailError | null = null,
    cause: unknown = null,
  ): void {
    const { log, metrics, settings } = this.#dependencies
    const sender = attempted?.sender.sender_email
    const isUnpermitted = sender !== undefined && !isPermittedSender(settings, sender)
    metrics.mails.inc({ template: mail.template, outcome })
    log[error || isUnpermitted ? 'warn' : 'info'](
      {
        project_id: mail.projectId,
        email_id: mail.id,
        template: mail.template,
        outcome,
        attempts: mail.attempts,
        // Stored before the operator listed the permitted domains. The mails of the project must not stop.
        ...(isUnpermitted && { sender_not_permitted: sender }),
        // The cause may name addresses of the operator's network, so only the log has it.
        ...(error && { error_type: error.errorType, reason: error.message, cause: String(cause) }),
      },
      'mail',
    )
  }
}

/** Records that the mailbox does not exist. It blocks no mails, or an attacker could lock users out. */
function recordBounce({ id, projectId, recipient }: ClaimedMail, at: Date, reason: string): Statement<void> {
  return sequence([
    markBounced(projectId, recipient, at, reason),
    emit(systemCall(projectId, at), 'email.bounced', { mailId: id }),
  ]).map(noResult)
}

interface Delivered {
  readonly attempted: Attempted
  readonly error: null
  readonly cause: null
}

interface NotDelivered {
  readonly attempted: Attempted | null
  readonly error: MailError | 'unknown_recipient'
  readonly cause: unknown
}

/** How many deliveries of one route can run at the same time. */
interface Capacity {
  readonly lanes: number
  readonly perProject: number
}

/** A delivery in progress. */
interface Lane {
  readonly projectId: string
  readonly route: MailRoute
}

/** The attempts that count since the mail was queued or an admin queued it again. */
function triesOf({ attempts, retriedAfter }: ClaimedMail): number {
  return attempts - retriedAfter
}

/** The delay is multiplied by 0.5 to 1.5, so that mails that failed together are not retried together. */
function backoffMillis(attempts: number): number {
  return BACKOFF_BASE_MILLIS * BACKOFF_FACTOR ** (attempts - 1) * (0.5 + Math.random())
}
