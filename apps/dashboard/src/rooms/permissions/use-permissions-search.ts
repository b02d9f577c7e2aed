import { useSearch } from '@tanstack/react-router'

import type { AddressChanges } from '../../page/address.ts'
import { useGo } from '../../page/useListPage.ts'
import { permissionsAddress, type PermissionsSearch } from './address.ts'

export const permissionsPath = '/projects/$projectId/permissions/$scope'

/** The state of the room in its address, and functions that change it. */
export function usePermissionsSearch(): {
  readonly search: PermissionsSearch
  /** Opens a dialog or another view: Back returns. */
  readonly open: (changes: AddressChanges<PermissionsSearch>) => void
  /** Replaces what is selected or shown, without a step back. */
  readonly show: (changes: AddressChanges<PermissionsSearch>) => void
} {
  const search = useSearch({ from: `/owner${permissionsPath}` })
  const go = useGo()
  const change = (changes: AddressChanges<PermissionsSearch>, replace: boolean): void =>
    go(permissionsPath, permissionsAddress.open(search, changes), { replace, resetScroll: false })
  return { search, open: (changes) => change(changes, false), show: (changes) => change(changes, true) }
}
