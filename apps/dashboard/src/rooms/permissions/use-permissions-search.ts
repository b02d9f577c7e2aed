import { useNavigate, useSearch } from '@tanstack/react-router'

import type { PermissionsSearch } from './search.ts'

/** The state of the room in its address, and functions that change it. */
export function usePermissionsSearch(): {
  readonly search: PermissionsSearch
  /** Opens a dialog: Back closes it. */
  readonly set: (change: PermissionsSearch) => void
  /** Replaces what is selected or shown, without a step back. */
  readonly replace: (change: PermissionsSearch) => void
  /** Closes the dialogs. */
  readonly close: () => void
} {
  const from = '/owner/projects/$projectId/permissions/$scope' as const
  const search = useSearch({ from })
  const navigate = useNavigate({ from: '/projects/$projectId/permissions/$scope' })
  const { create: _create, edit: _edit, remove: _remove, ...view } = search
  return {
    search,
    set: (change) => void navigate({ search: { ...view, ...change } }),
    replace: (change) => void navigate({ search: { ...change }, replace: true }),
    close: () => void navigate({ search: view, replace: true }),
  }
}
