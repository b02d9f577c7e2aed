import type { Call } from '../../kernel/call.ts'
import { PlainError } from '../../kernel/errors.ts'
import type { AuditEvent } from '../../records/audit/event.ts'
import { findAuditEvent } from '../../records/audit/list.ts'
import { findChangesOfRequest, type FieldChange } from '../../records/projects/changes.ts'

/** An event with the values that it changed; null if there are none. */
interface FoundEvent {
  readonly event: AuditEvent
  readonly changes: readonly FieldChange[] | null
}

/** @throws PlainError 404 */
export async function getAuditEvent({ db }: Call, id: string): Promise<FoundEvent> {
  const event = await db.run(findAuditEvent(db.projectId, id))
  if (!event) throw new PlainError(404, 'The audit log has no such event. Old events are deleted after the retention.')
  const isOfProject = event.action === 'project.updated'
  if (event.requestId === null || !(isOfProject || event.action.startsWith('permission_definition.'))) {
    return { event, changes: null }
  }
  const changes = await db.run(findChangesOfRequest(db.projectId, event.requestId))
  // One request can change settings and definitions, with an event for each.
  const own = changes?.filter(({ field }) => {
    const [kind = '', permissionId] = field.split('.')
    const isOfDefinition = kind.endsWith('_permission_definitions')
    return isOfProject ? !isOfDefinition : isOfDefinition && permissionId === event.targetId
  })
  return { event, changes: own?.length ? own : null }
}
