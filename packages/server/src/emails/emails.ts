import type { ProjectSql } from '../db/sql.ts'
import type { Ports } from '../ports/ports.ts'
import { insertEmail } from './store.ts'

export { claimDueEmail, closeEmail, postponeEmail } from './store.ts'

/** What is mailed and what its template needs. No secrets: codes are made when the mail is sent. */
export type EmailContent =
  | {
      readonly template: 'email_verification'
      readonly payload: { readonly userId: string; readonly channelId: string; readonly callbackUrl: string }
    }
  | {
      readonly template: 'password_reset'
      readonly payload: { readonly userId: string; readonly callbackUrl: string }
    }

export type EmailTemplate = EmailContent['template']

export type NewEmail = EmailContent & {
  /** Canonical address. */
  readonly recipient: string
}

/** A mail that a worker has claimed. */
export type ClaimedEmail = NewEmail & {
  readonly id: string
  readonly projectId: string
  /** How many tries there were, this one included. Also the proof of the claim: whoever claims later has a higher one. */
  readonly attempts: number
}

/**
 * Writes a mail that goes out once the caller's transaction has committed, and not if it rolls back.
 *
 * Workers on all nodes hear of it with the commit; `ports.outbox.wake()` after it saves the way over the database.
 */
export async function queueEmail(
  ports: Pick<Ports, 'clock' | 'random'>,
  tx: ProjectSql,
  email: NewEmail,
): Promise<void> {
  await insertEmail(tx, { ...email, id: ports.random.uuid(), createdAt: ports.clock.now() })
}
