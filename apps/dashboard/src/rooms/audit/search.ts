import type { EventFilter } from '../../data/audit.ts'

export const actorTypes = ['user', 'client', 'server', 'admin', 'system'] as const
export const outcomes = ['ok', 'refused'] as const
export const periods = [1, 7, 30, 90] as const

const DAY_MILLIS = 86_400_000

/** Filters and place of the audit log, as in its address. */
export interface AuditSearch {
  /** An id that is the actor or the target. */
  readonly about?: string
  readonly actor?: (typeof actorTypes)[number]
  /** The id of the actor. */
  readonly by?: string
  /** The id of the target. */
  readonly target?: string
  readonly action?: string
  readonly outcome?: (typeof outcomes)[number]
  /** Days until now. */
  readonly days?: (typeof periods)[number]
  /** The first and the last day, in UTC as in the list: `2026-11-23`. */
  readonly from?: string
  readonly until?: string
  readonly cursor?: string
  /** With `cursor` and `days`: the start of the period when the first page was read. */
  readonly since?: number
}

/** Changes of an address. Undefined removes a part of it. */
export type SearchChanges = { readonly [Name in keyof AuditSearch]: AuditSearch[Name] | undefined }

/** Reads the address. Unknown and malformed parts are dropped. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const text = (name: keyof AuditSearch): string | undefined => {
    const value = search[name]
    // The router reads a number in the address as a number.
    const read = typeof value === 'number' ? String(value) : value
    return typeof read === 'string' && read.trim() !== '' ? read.trim() : undefined
  }
  const day = (name: 'from' | 'until'): string | undefined => {
    const value = text(name)
    return value !== undefined && startOfDay(value) !== null ? value : undefined
  }
  const days = periods.find((known) => known === Number(search['days']))
  const cursor = text('cursor')
  const since = Number(search['since'])
  return withoutMissing({
    about: text('about'),
    actor: actorTypes.find((known) => known === search['actor']),
    by: text('by'),
    target: text('target'),
    action: text('action'),
    outcome: outcomes.find((known) => known === search['outcome']),
    days,
    from: days === undefined ? day('from') : undefined,
    until: days === undefined ? day('until') : undefined,
    cursor,
    since: cursor !== undefined && days !== undefined && Number.isSafeInteger(since) ? since : undefined,
  })
}

/** Another filter begins at the first page. */
export function changeSearch(search: AuditSearch, changes: SearchChanges): AuditSearch {
  return readAuditSearch({ ...search, cursor: undefined, ...changes })
}

export function filterOf({ about, actor, by, target, action, outcome, days, from, until }: AuditSearch): EventFilter {
  return withoutMissing({
    about,
    actorType: actor,
    actorId: by,
    targetId: target,
    action,
    outcome,
    days,
    from: startOfDay(from),
    until: startOfDay(until, 1),
  })
}

/** The start of a day in UTC, or of a later one. Null: not a date. */
export function startOfDay(day: string | undefined, daysLater = 0): number | null {
  if (day === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return null
  const at = Date.parse(`${day}T00:00:00Z`)
  // `2026-02-30` is no day.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day) return null
  return at + daysLater * DAY_MILLIS
}

type Given<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined | null> }

function withoutMissing<Values extends object>(values: Values): Given<Values> {
  // Unchecked cast: the entries without a value are gone.
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null),
  ) as Given<Values>
}
