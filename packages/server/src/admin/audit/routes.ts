import * as contract from '@portico/contract'

import { projectAdmin } from '../../api/access.ts'
import { route, type Route } from '../../api/route.ts'
import { toCamelCaseMembers } from '@portico/contract/letter-case'
import { presentAuditEvent } from '../../records/audit/present.ts'
import { getAuditEvent } from './get-audit-event.ts'
import { listAuditEvents } from './list-audit-events.ts'

export function auditRoutes(): Route[] {
  return [
    route(contract.listAuditEvents, { allow: projectAdmin }, async (call) => {
      const { events, nextCursor } = await listAuditEvents(call, toCamelCaseMembers(call.query))
      return {
        items: events.map(presentAuditEvent),
        is_paginated: true as const,
        pagination: { next_cursor: nextCursor },
      }
    }),

    route(contract.readAuditEvent, { allow: projectAdmin }, async (call) => {
      const { event, changes } = await getAuditEvent(call, call.params.id)
      return { ...presentAuditEvent(event), changes: changes && [...changes] }
    }),
  ]
}
