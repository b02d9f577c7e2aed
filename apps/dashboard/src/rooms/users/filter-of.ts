import type { UserFilterOptions } from '@portico/client/admin'

import { startOfLocalDay } from '../../kit/local-day.ts'
import { listed } from '../../page/address.ts'
import { signInMethods, type UsersSearch } from './address.ts'

/**
 * The filters of an address for the service. It has only those that are set, so that it also selects users for a bulk
 * act.
 */
export function filterOf(search: UsersSearch): UserFilterOptions {
  const { q, status, verified, factor, team } = search
  const methods = listed(signInMethods, search.methods)
  const filter = {
    query: q,
    teamId: team,
    signInMethods: methods.length === 0 ? undefined : methods,
    verified,
    hasSecondFactor: factor,
    suspended: status === 'suspended' ? true : status === 'active' ? false : undefined,
    waiting: status === 'waiting' ? true : undefined,
    onlyAnonymous: status === 'anonymous' ? true : undefined,
    signedUpFrom: startOfLocalDay(search.from),
    signedUpUntil: startOfLocalDay(search.until, 1),
    lastActiveFrom: startOfLocalDay(search.activeFrom),
    lastActiveUntil: startOfLocalDay(search.activeUntil, 1),
  }
  // Unchecked cast: the entries without a value are gone.
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as UserFilterOptions
}
