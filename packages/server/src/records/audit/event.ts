import type { AuditActorType, AuditOutcome } from '@portico/contract'

import { column, columns, type RowOf } from '../../kernel/columns.ts'

export const auditEventColumns = columns({
  id: column<string>('id'),
  at: column<Date>('at'),
  /** `<record>.<act>`, such as `session.ended`. */
  action: column<string>('action'),
  outcome: column<AuditOutcome>('outcome'),
  actorType: column<AuditActorType>('actor_type'),
  actorId: column<string | null>('actor_id'),
  /** The set of the API key that authenticated the call. */
  actorKeySetId: column<string | null>('actor_key_set_id'),
  targetId: column<string | null>('target_id'),
  teamId: column<string | null>('team_id'),
  permissionId: column<string | null>('permission_id'),
  providerId: column<string | null>('provider_id'),
  /** Why the act was refused, such as a code of the error catalogue. */
  reason: column<string | null>('reason'),
  changedFields: column<readonly string[] | null>('changed_fields'),
  requestId: column<string | null>('request_id'),
  clientAddress: column<string | null>('client_address'),
})

/** An entry as it is stored. */
export type AuditEvent = RowOf<typeof auditEventColumns>
