import { removeIdleAnonymousUsers } from '../accounts/remove-idle-anonymous-users.ts'
import { completeFactorResets } from './factor-resets.ts'
import { checkConnectionDomains } from './connection-domains.ts'
import { removeEndedSessions } from './remove-ended-sessions.ts'
import type { Sweep } from '../platform/db/sweep.ts'
import { sweepExpiredHits } from '../platform/limits/rate-limit-store.ts'
import { sweepOldAuditEvents } from '../records/audit/sweep.ts'
import { sweepImportFiles, sweepImportReports } from '../records/imports/sweep.ts'
import { sweepExpiredResults, sweepOldJobs } from '../records/jobs/sweep.ts'
import { sweepUsedBotChallenges } from '../records/bot-challenges/store.ts'
import { sweepOldMails, sweepUnusedWrittenMails } from '../records/mails/sweep.ts'
import { sweepExpiredOwnerInvitations } from '../records/owner-invitations/store.ts'
import { sweepExpiredPartnerAuthorizations } from '../records/partner-authorizations/store.ts'
import { sweepExpiredSessions } from '../records/sessions/store.ts'
import { sweepExpiredSignUps } from '../records/sign-ups/store.ts'
import { sweepExpiredDevices } from '../records/user-devices/store.ts'
import { sweepExpiredUserInvitations } from '../records/user-invitations/store.ts'
import { sweepExpiredInvitations } from '../records/team-invitations/store.ts'
import { sweepRetiredSigningKeys } from '../records/projects/store.ts'
import { sweepExpiredCliLogins } from '../records/cli-logins/store.ts'
import { sweepExpiredCodes } from '../records/verification-codes/store.ts'
import { sweepExpiredOAuthTransactions } from '../records/oauth-transactions/store.ts'
import { sweepExpiredOAuthCodes } from '../records/authorization-codes/store.ts'
import {
  sweepDeletedWebhookEndpoints,
  sweepOldWebhookDeliveries,
  sweepOldWebhookMessages,
  sweepWebhookAttempts,
  sweepWebhookPayloads,
} from '../records/webhooks/sweep.ts'
import { sweepEndedListeners, sweepUnfetchedMessages } from '../records/webhooks/listeners.ts'
import type { Database } from '../kernel/database.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../platform/log/log.ts'

const INTERVAL_MILLIS = 60_000
/** Once an hour is enough: the lifetime of anonymous users is in days, and ended sessions are already refused. */
const REMOVAL_INTERVAL_MILLIS = 60 * 60_000
/** Bounds the duration of one statement, and so the time that others wait for its locks. */
const ROWS_AT_ONCE = 1_000
/**
 * Together more rows than a busy project can create in a minute under its limits. The rest waits for the next sweep.
 */
const ROUNDS_MAX = 50

const sweeps: readonly Sweep[] = [
  sweepExpiredHits,
  sweepExpiredCodes,
  sweepExpiredCliLogins,
  sweepExpiredOAuthTransactions,
  sweepExpiredOAuthCodes,
  sweepExpiredSessions,
  sweepExpiredSignUps,
  sweepUsedBotChallenges,
  sweepExpiredDevices,
  sweepExpiredInvitations,
  sweepExpiredUserInvitations,
  sweepExpiredOwnerInvitations,
  sweepExpiredPartnerAuthorizations,
  sweepRetiredSigningKeys,
  sweepExpiredResults,
  sweepOldJobs,
  sweepImportFiles,
  sweepImportReports,
  sweepWebhookAttempts,
  sweepWebhookPayloads,
  sweepDeletedWebhookEndpoints,
  sweepEndedListeners,
  sweepUnfetchedMessages,
]

interface HousekeepingDependencies {
  readonly clock: Clock
  readonly db: Database
  readonly log: Log
  readonly settings: {
    readonly auditRetentionDays: number
    /** Absent or null: the resolvers of the system. */
    readonly dnsServer?: string | null
    readonly mailRetentionDays: number
    readonly webhookRetentionDays: number
  }
}

/**
 * Completes announced removals of second factors, and looks again for the DNS records of proved domains. Deletes
 * expired records, old audit entries, mails and webhooks, sessions that have ended by a session policy, and idle
 * anonymous users, a bounded number of rows at a time.
 *
 * No flow depends on a deletion: every lookup already ignores expired rows.
 */
export class Housekeeping {
  readonly #dependencies: HousekeepingDependencies
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #sweeping: Promise<void> | null = null
  #nextRemovalMillis = 0

  constructor(dependencies: HousekeepingDependencies) {
    this.#dependencies = dependencies
  }

  start(): void {
    this.#timer = setInterval(() => {
      // With a large backlog, a sweep takes longer than the interval.
      this.#sweeping ??= this.sweep()
        .catch((error: unknown) => {
          if (this.#stopping.signal.aborted) return
          this.#dependencies.log.warn({ err: error }, 'housekeeping failed and runs again in a minute')
        })
        .finally(() => {
          this.#sweeping = null
        })
    }, INTERVAL_MILLIS)
    this.#timer.unref()
  }

  /** Waits for the step in progress. Another node or the next start does the rest. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping.abort()
    await this.#sweeping
  }

  async sweep(): Promise<void> {
    const { db, clock, settings } = this.#dependencies
    const { signal } = this.#stopping
    const dependencies = { ...this.#dependencies, signal }
    const now = clock.now()
    // Run first, because users are locked out until it completes.
    await completeFactorResets(dependencies)
    signal.throwIfAborted()
    await checkConnectionDomains(dependencies)
    const sweepsOfRetention = [
      sweepOldAuditEvents(settings.auditRetentionDays),
      sweepOldMails(settings.mailRetentionDays),
      // After the mails that refer to them.
      sweepUnusedWrittenMails(settings.mailRetentionDays),
      sweepOldWebhookDeliveries(settings.webhookRetentionDays),
      sweepOldWebhookMessages(settings.webhookRetentionDays),
    ]
    for (const sweep of [...sweeps, ...sweepsOfRetention]) {
      for (let round = 1; round <= ROUNDS_MAX; round += 1) {
        signal.throwIfAborted()
        if ((await sweep(db, now, ROWS_AT_ONCE)) < ROWS_AT_ONCE) break
      }
    }
    if (now.getTime() < this.#nextRemovalMillis) return
    await removeIdleAnonymousUsers(dependencies)
    await removeEndedSessions(dependencies)
    this.#nextRemovalMillis = now.getTime() + REMOVAL_INTERVAL_MILLIS
  }
}
