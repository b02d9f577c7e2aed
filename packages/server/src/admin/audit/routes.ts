import * as contract from '@portico/contract'

import { projectAdmin } from '../../api/rules/access.ts'
import { presentPage } from '../../api/call/list-page.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { toCamelCaseMembers } from '@portico/contract/letter-case'
import { presentAuditEvent } from '../../records/audit/present.ts'
import { getAuditEvent } from './get-audit-event.ts'
import { listAuditEvents } from './list-audit-events.ts'

export function auditRoutes(): Route[] {
  return [
    route(contract.listAuditEvents, { allow: projectAdmin }, async (call) =>
      presentPage(await listAuditEvents(call, toCamelCaseMembers(call.query)), presentAuditEvent),
    ),

    route(contract.readAuditEvent, { allow: projectAdmin }, async (call) => {
      const { event, changes } = await getAuditEvent(call, call.params.id)
      return { ...presentAuditEvent(event), changes: changes && [...changes] }
    }),
  ]
}
