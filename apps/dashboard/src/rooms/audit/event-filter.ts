import type { EventFilter } from '../../data/audit.ts'
import type { AuditSearch } from './address.ts'

const DAY_MILLIS = 86_400_000

/** The events that an address shows. */
export function filterOf({ about, actor, by, target, action, outcome, days, from, until }: AuditSearch): EventFilter {
  return {
    ...(about !== undefined && { userId: about }),
    ...(actor && { actorType: actor }),
    ...(by !== undefined && { actorId: by }),
    ...(target !== undefined && { targetId: target }),
    ...(action !== undefined && { action }),
    ...(outcome && { outcome }),
    ...(days !== undefined && { days }),
    ...(days === undefined && from !== undefined && { from: startOfUtcDay(from) }),
    // The last day belongs to it.
    ...(days === undefined && until !== undefined && { until: startOfUtcDay(until, 1) }),
  }
}

/** @param day as the address has it: `2026-11-23` */
function startOfUtcDay(day: string, daysLater = 0): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) + daysLater * DAY_MILLIS)
}
