import { listUsers } from '../../data/endpoint-rights.ts'
import { users } from '../../data/users.ts'
import { useMay } from '../../kit/May.tsx'
import { useFormat } from '../../language/format.ts'

/**
 * The number of users whom a setting concerns, as text. Null for no users, and for a visitor who may not read users.
 *
 * @param isNeeded whether the setting is shown
 */
export function useUserCount(of: 'withoutFactor' | 'withoutVerifiedAddress', isNeeded = true): string | null {
  const format = useFormat()
  const may = useMay()
  const total = users.useRead(of, [], { isNeeded: isNeeded && may(listUsers) }).data
  if (!total?.count) return null
  const number = format.number(total.count)
  return total.isCapped ? `${number}+` : number
}
