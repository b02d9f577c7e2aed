import type { EventFilter } from '../../data/audit.ts'

export const actorTypes = ['user', 'client', 'server', 'admin', 'system'] as const
export const outcomes = ['ok', 'refused'] as const
export const periods = [1, 7, 30, 90] as const

/** Filters and place of the audit log, as in its address. */
export interface AuditSearch {
  /** An id that is the actor or the target. */
  about?: string
  actor?: (typeof actorTypes)[number]
  action?: string
  outcome?: (typeof outcomes)[number]
  /** Days until now. */
  days?: (typeof periods)[number]
  cursor?: string
}

/** Reads the address. Unknown and malformed parts are dropped. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const text = (name: keyof AuditSearch): string | undefined => {
    const value = search[name]
    // The router reads a number in the address as a number.
    const read = typeof value === 'number' ? String(value) : value
    return typeof read === 'string' && read.trim() !== '' ? read.trim() : undefined
  }
  const [about, action, cursor] = [text('about'), text('action'), text('cursor')]
  const actor = actorTypes.find((known) => known === search['actor'])
  const outcome = outcomes.find((known) => known === search['outcome'])
  const days = periods.find((known) => known === Number(search['days']))
  return {
    ...(about !== undefined && { about }),
    ...(actor !== undefined && { actor }),
    ...(action !== undefined && { action }),
    ...(outcome !== undefined && { outcome }),
    ...(days !== undefined && { days }),
    ...(cursor !== undefined && { cursor }),
  }
}

export function filterOf({ about, actor, action, outcome, days }: AuditSearch): EventFilter {
  return {
    ...(about !== undefined && { about }),
    ...(actor !== undefined && { actorType: actor }),
    ...(action !== undefined && { action }),
    ...(outcome !== undefined && { outcome }),
    ...(days !== undefined && { days }),
  }
}
