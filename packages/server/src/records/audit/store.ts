import type { Actor } from '../../kernel/origin.ts'
import { noResult, statement, type Statement } from '../../kernel/statement.ts'
import { newUuid } from '../../platform/crypto/random.ts'

/** One audit entry: who did what, and when. */
export interface AuditEntry {
  readonly projectId: string
  readonly at: Date
  /** `<record>.<act>`, such as `session.ended`. */
  readonly action: string
  readonly outcome: 'ok' | 'refused'
  readonly actor: Actor
  readonly targetId: string | null
  /** Why the act was refused, such as a code of the error catalogue. */
  readonly reason: string | null
  readonly changedFields: readonly string[] | null
  readonly requestId: string | null
  readonly clientAddress: string | null
}

export function insertAuditEntry(entry: AuditEntry): Statement<void> {
  return statement`
    insert into audit_events
      (project_id, id, at, action, outcome, actor_type, actor_id, target_id, reason, changed_fields, request_id,
       client_address)
    values
      (${entry.projectId}, ${newUuid()}, ${entry.at}, ${entry.action}, ${entry.outcome}, ${entry.actor.type},
       ${entry.actor.id ?? null}, ${entry.targetId}, ${entry.reason}, ${entry.changedFields}::text[], ${entry.requestId},
       ${entry.clientAddress})`.map(noResult)
}
