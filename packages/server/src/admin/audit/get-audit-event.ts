import type { Call } from '../../kernel/call.ts'
import { PlainError } from '../../kernel/errors.ts'
import type { AuditEvent } from '../../records/audit/event.ts'
import { findAuditEvent } from '../../records/audit/list.ts'

/** @throws PlainError 404 */
export async function getAuditEvent({ db }: Call, id: string): Promise<AuditEvent> {
  const event = await db.run(findAuditEvent(db.projectId, id))
  if (!event) throw new PlainError(404, 'The audit log has no such event. Old events are deleted after the retention.')
  return event
}
