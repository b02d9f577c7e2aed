import type { Sql } from '../../platform/db/sql.ts'
import type { Clock } from '../../platform/db/clock.ts'
import type { Random } from '../../platform/crypto/random.ts'
import { insertAuditEvent } from './store.ts'

/** What happened, in the words an operator searches for: `<resource>.<act>`. */
export type AuditAction =
  | 'user.signed_up'
  | 'user.signed_in'
  | 'user.updated'
  | 'user.deleted'
  | 'password.set'
  | 'password.updated'
  | 'password.reset'
  | 'user.upgraded'
  | 'user.claimed'
  | 'second_factor.enabled'
  | 'second_factor.disabled'
  | 'second_factor.changed'
  | 'passkey.registered'
  | 'passkey.removed'
  | 'passkey.counter_refused'
  | 'oauth_account.connected'
  | 'oauth_account.token_read'
  | 'cli_login.confirmed'
  | 'cli_login.refused'
  | 'session.created'
  | 'session.impersonation_started'
  | 'session.ended'
  | 'session.reuse_detected'
  | 'contact_channel.verified'
  | 'contact_channel.disowned'
  | 'project.created'
  | 'project.updated'
  | 'project.deleted'
  | 'project.signing_key_rotated'
  | 'internal_api_key.created'
  | 'internal_api_key.revoked'
  | 'service.first_admin_created'
  | 'service.first_admin_reopened'
  | 'service.resealed'

export interface AuditEvent {
  readonly action: AuditAction
  readonly outcome?: 'ok' | 'refused'
  readonly actor: { readonly type: 'user' | 'client' | 'server' | 'admin' | 'system'; readonly id?: string }
  readonly targetId?: string
  /** Class of a refusal, such as a code of the error catalogue. */
  readonly reason?: string
}

/** Where an act came from, as far as it is known. */
export interface AuditOrigin {
  readonly projectId: string
  readonly requestId: string | null
  readonly clientAddress: string | null
}

/** Writes who did what. Give it the transaction of the change, so that neither is kept without the other. */
export class Audit {
  readonly #clock: Clock
  readonly #random: Random

  constructor(clock: Clock, random: Random) {
    this.#clock = clock
    this.#random = random
  }

  async record(sql: Sql, origin: AuditOrigin, event: AuditEvent): Promise<void> {
    await insertAuditEvent(sql, { ...origin, ...event, id: this.#random.uuid(), at: this.#clock.now() })
  }
}
