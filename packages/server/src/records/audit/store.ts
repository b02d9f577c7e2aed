import type { Sql } from '../../platform/db/sql.ts'
import type { AuditEvent, AuditOrigin } from './audit.ts'

export async function insertAuditEvent(
  sql: Sql,
  event: AuditEvent & AuditOrigin & { id: string; at: Date },
): Promise<void> {
  await sql.sql`
    insert into audit_events
      (project_id, id, at, action, outcome, actor_type, actor_id, target_id, reason, request_id, client_address)
    values
      (${event.projectId}, ${event.id}, ${event.at}, ${event.action}, ${event.outcome ?? 'ok'}, ${event.actor.type},
       ${event.actor.id ?? null}, ${event.targetId ?? null}, ${event.reason ?? null}, ${event.requestId},
       ${event.clientAddress})`
}
