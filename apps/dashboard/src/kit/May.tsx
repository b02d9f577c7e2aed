import type { StaffRight } from '@portico/client/admin'
import { createContext, use, useCallback, type ReactNode } from 'react'

/**
 * The rights of the signed-in staff member in the current project. Null: nothing is withheld, as in the webhook portal,
 * whose token decides.
 */
export const RightsContext = createContext<ReadonlySet<StaffRight> | null>(null)

/** Returns a function that says whether the role of the signed-in person has a right. */
export function useMay(): (right: StaffRight) => boolean {
  const rights = use(RightsContext)
  return useCallback((right) => rights === null || rights.has(right), [rights])
}

export interface MayProps {
  readonly right: StaffRight
  readonly children: ReactNode
}

/** An act that only some roles have. Without the right it is absent; the service would refuse it. */
export function May({ right, children }: MayProps): ReactNode {
  return useMay()(right) ? children : null
}
