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

/**
 * Writes an audit entry for each row of `changed`, a common table expression of the query that contains this statement
 * (`emitEach`).
 */
export function insertAuditEntryForEach(
  entry: Omit<AuditEntry, 'targetId' | 'reason' | 'changedFields'>,
  { targetColumn }: { readonly targetColumn: string | null },
): Statement<void> {
  return statement`
    insert into audit_events
      (project_id, id, at, action, outcome, actor_type, actor_id, target_id, reason, changed_fields, request_id,
       client_address)
    select ${entry.projectId}::text, gen_random_uuid(), ${entry.at}::timestamptz, ${entry.action}::text, ${entry.outcome}::text,
      ${entry.actor.type}::text, ${entry.actor.id ?? null}::text, to_jsonb(changed) ->> ${targetColumn}::text,
      to_jsonb(changed) ->> 'reason',
      case when to_jsonb(changed) -> 'changedFields' is not null
        then array(select jsonb_array_elements_text(to_jsonb(changed) -> 'changedFields')) end,
      ${entry.requestId}::text, ${entry.clientAddress}::text
    from changed`.map(noResult)
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
