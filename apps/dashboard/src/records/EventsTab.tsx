import { lazy } from 'react'

/** What happened to a record, in its drawer. The words of the audit log load when it is shown. */
export const EventsTab = lazy(async () => ({ default: (await import('./EventList.tsx')).EventList }))
