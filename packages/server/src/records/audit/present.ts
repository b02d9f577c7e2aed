import type { AuditEventRead } from '@portico/contract'

import type { AuditEvent } from './event.ts'

export function presentAuditEvent(event: AuditEvent): AuditEventRead {
  return {
    id: event.id,
    at_millis: event.at.getTime(),
    action: event.action,
    outcome: event.outcome,
    actor_type: event.actorType,
    actor_id: event.actorId,
    actor_key_set_id: event.actorKeySetId,
    target_id: event.targetId,
    team_id: event.teamId,
    permission_id: event.permissionId,
    provider_id: event.providerId,
    reason: event.reason,
    changed_fields: event.changedFields && [...event.changedFields],
    request_id: event.requestId,
    client_address: event.clientAddress,
  }
}
