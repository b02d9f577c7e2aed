import type { Actor, Call } from '../../kernel/call.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import { noResult, statement, type Statement } from '../../kernel/statement.ts'

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
  readonly actor: Actor
  readonly targetId?: string
  /** Class of a refusal, such as a code of the error catalogue. */
  readonly reason?: string
}

/** Writes who did what. Give it the transaction of the change, so that neither is kept without the other. */
export function recordAudit({ origin, now }: Pick<Call, 'origin' | 'now'>, event: AuditEvent): Statement<void> {
  return statement`
    insert into audit_events
      (project_id, id, at, action, outcome, actor_type, actor_id, target_id, reason, request_id, client_address)
    values
      (${origin.projectId}, ${newUuid()}, ${now()}, ${event.action}, ${event.outcome ?? 'ok'}, ${event.actor.type},
       ${event.actor.id ?? null}, ${event.targetId ?? null}, ${event.reason ?? null}, ${origin.requestId},
       ${origin.clientAddress})`.map(noResult)
}
