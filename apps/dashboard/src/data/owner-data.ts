import type { PorticoAdminApp } from '@portico/react/internal'
import type { QueryClient } from '@tanstack/react-query'

import { keepNewKeys } from './new-keys.ts'
import { createQueryClient } from './query-client.ts'

/** What the page keeps of one owner. */
interface OwnerData {
  readonly ownerId: string
  /** The data of all rooms. Keys begin with the id of the project, or with `owner`. */
  readonly queries: QueryClient
  /** The admin apps of the projects. */
  readonly apps: Map<string, PorticoAdminApp<false>>
}

let current: OwnerData | null = null

/** Returns the data of an owner. It is empty for another owner than before, who may use the same page after a sign-out. */
export function ownerDataOf(ownerId: string): OwnerData {
  if (current?.ownerId === ownerId) return current
  current?.queries.clear()
  current = { ownerId, queries: createQueryClient(), apps: new Map() }
  return current
}

/** Removes the data of the owner from memory: the pages of owners are left. */
export function forgetOwnerData(): void {
  current?.queries.clear()
  current = null
  keepNewKeys(null)
}
