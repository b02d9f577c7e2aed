import { useNavigate, useSearch } from '@tanstack/react-router'

import { readPermissionsSearch, type PermissionsSearch, type SearchChanges } from './search.ts'

/** The state of the room in its address, and functions that change it. */
export function usePermissionsSearch(): {
  readonly search: PermissionsSearch
  /** Opens a dialog or another view: Back returns. */
  readonly open: (changes: SearchChanges) => void
  /** Replaces what is searched, selected or shown, without a step back. */
  readonly show: (changes: SearchChanges) => void
  /** Closes the dialogs. */
  readonly close: () => void
} {
  const from = '/owner/projects/$projectId/permissions/$scope' as const
  const search = useSearch({ from })
  const navigate = useNavigate({ from: '/projects/$projectId/permissions/$scope' })
  const change = (changes: SearchChanges, replace: boolean): void =>
    void navigate({ search: readPermissionsSearch({ ...search, ...changes }), replace, resetScroll: false })
  return {
    search,
    open: (changes) => change(changes, false),
    show: (changes) => change(changes, true),
    close: () => change({ create: undefined, edit: undefined, remove: undefined }, true),
  }
}
