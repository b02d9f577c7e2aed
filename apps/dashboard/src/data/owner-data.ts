import type { PorticoAdminApp } from '@portico/react/internal'
import type { QueryClient } from '@tanstack/react-query'

import { keepNewKeys } from './new-keys.ts'
import { createQueryClient } from './query-client.ts'

/** The data of one owner that the page keeps. */
interface OwnerData {
  readonly ownerId: string
  /** The data of all rooms. Keys begin with the id of the project, or with `owner`. */
  readonly queries: QueryClient
  /** The admin apps of the projects. */
  readonly apps: Map<string, PorticoAdminApp<false>>
}

let current: OwnerData | null = null

/** Returns the data of an owner. Starts empty for each owner, because another owner may use the same page after a sign-out. */
export function ownerDataOf(ownerId: string): OwnerData {
  if (current?.ownerId === ownerId) return current
  current?.queries.clear()
  current = { ownerId, queries: createQueryClient(), apps: new Map() }
  return current
}

/** Removes the data of the owner from memory, when the user leaves the pages of owners. */
export function forgetOwnerData(): void {
  current?.queries.clear()
  current = null
  keepNewKeys(null)
}
