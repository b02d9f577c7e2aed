import { address, day, oneOf, text, type SearchOf } from '../../page/address.ts'

export const actorTypes = ['user', 'client', 'server', 'admin', 'system'] as const
export const outcomes = ['ok', 'refused'] as const
export const periods = [1, 7, 30, 90] as const

/**
 * The filters of the audit log. `about` is the actor or the target, `by` the actor. The days are in UTC, as in the
 * list.
 */
export const auditAddress = address({
  filters: {
    about: text,
    actor: oneOf(actorTypes),
    by: text,
    target: text,
    action: text,
    outcome: oneOf(outcomes),
    /** Until now. Takes precedence over the first and the last day. */
    days: oneOf(periods),
    from: day,
    until: day,
  },
})

export type AuditSearch = SearchOf<typeof auditAddress>
