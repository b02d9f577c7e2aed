import type { Actor } from '../../kernel/origin.ts'
import { noResult, statement, type Statement } from '../../kernel/statement.ts'
import { newUuid } from '../../platform/crypto/random.ts'

/** The columns of an entry that come from the data of its event. */
export interface AuditedData {
  readonly targetId: string | null
  readonly teamId: string | null
  readonly permissionId: string | null
  readonly providerId: string | null
  /** Why the act was refused, such as a code of the error catalogue. */
  readonly reason: string | null
  readonly changedFields: readonly string[] | null
}

/** One audit entry: who did what, and when. */
export interface AuditEntry extends AuditedData {
  readonly projectId: string
  readonly at: Date
  /** `<record>.<act>`, such as `session.ended`. */
  readonly action: string
  readonly outcome: 'ok' | 'refused'
  readonly actor: Actor
  readonly requestId: string | null
  readonly clientAddress: string | null
}

/**
 * Writes an audit entry for each row of `changed`, a common table expression of the query that contains this statement
 * (`emitEach`).
 */
export function insertAuditEntryForEach(
  entry: Omit<AuditEntry, keyof AuditedData>,
  { targetColumn }: { readonly targetColumn: string | null },
): Statement<void> {
  return statement`
    insert into audit_events
      (project_id, id, at, action, outcome, actor_type, actor_id, actor_key_set_id, target_id, team_id, permission_id,
       provider_id, reason, changed_fields, request_id, client_address)
    select ${entry.projectId}::text, gen_random_uuid(), ${entry.at}::timestamptz, ${entry.action}::text, ${entry.outcome}::text,
      ${entry.actor.type}::text, ${entry.actor.id ?? null}::text, ${entry.actor.keySetId ?? null}::text,
      to_jsonb(changed) ->> ${targetColumn}::text, to_jsonb(changed) ->> 'teamId', to_jsonb(changed) ->> 'permissionId',
      to_jsonb(changed) ->> 'providerId', to_jsonb(changed) ->> 'reason',
      case when to_jsonb(changed) -> 'changedFields' is not null
        then array(select jsonb_array_elements_text(to_jsonb(changed) -> 'changedFields')) end,
      ${entry.requestId}::text, ${entry.clientAddress}::text
    from changed`.map(noResult)
}

export function insertAuditEntry(entry: AuditEntry): Statement<void> {
  return statement`
    insert into audit_events
      (project_id, id, at, action, outcome, actor_type, actor_id, actor_key_set_id, target_id, team_id, permission_id,
       provider_id, reason, changed_fields, request_id, client_address)
    values
      (${entry.projectId}, ${newUuid()}, ${entry.at}, ${entry.action}, ${entry.outcome}, ${entry.actor.type},
       ${entry.actor.id ?? null}, ${entry.actor.keySetId ?? null}, ${entry.targetId}, ${entry.teamId},
       ${entry.permissionId}, ${entry.providerId}, ${entry.reason}, ${entry.changedFields}::text[], ${entry.requestId},
       ${entry.clientAddress})`.map(noResult)
}
