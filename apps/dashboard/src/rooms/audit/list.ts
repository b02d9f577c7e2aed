import { auditEvents, type AuditEvent } from '../../data/audit.ts'
import type { List } from '../../page/useListPage.ts'
import { auditTexts, type AuditTexts } from '../../texts/en/audit.ts'
import { auditAddress, type AuditSearch } from './address.ts'
import { filterOf } from './event-filter.ts'
import { useAuditFilters } from './filters.tsx'

export const auditList: List<AuditEvent, AuditSearch, AuditTexts> = {
  id: 'audit',
  path: '/projects/$projectId/audit',
  record: { path: '/projects/$projectId/audit/$eventId', param: 'eventId' },
  address: auditAddress,
  texts: auditTexts,
  usePage: (search) => auditEvents.useRead('page', [filterOf(search), search.cursor], { meanwhile: 'previous' }),
  nameOf: ({ action }) => action,
  useFilters: useAuditFilters,
}
