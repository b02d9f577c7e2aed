import type { PorticoAdminApp } from '@portico/react/internal'
import type { QueryClient } from '@tanstack/react-query'

import { createStore, type Store } from '../language/store.ts'
import { createQueryClient } from './query-client.ts'

/** The complete keys of a new key set. The service shows them only once. */
export interface NewKeys {
  readonly projectId: string
  readonly publishableClientKey: string
  readonly secretServerKey: string
}

/** The data of one owner that the page keeps. */
interface OwnerData {
  readonly ownerId: string
  /** The data of all rooms. Keys begin with the id of the project, or with `owner`. */
  readonly queries: QueryClient
  /** The admin apps of the projects, by project id. */
  readonly apps: Map<string, PorticoAdminApp<false>>
  readonly newKeys: Store<NewKeys | null>
}

let current: OwnerData | null = null

/**
 * Returns the data of an owner. Starts empty for each owner, because another owner may use the same page after a
 * sign-out.
 */
export function ownerDataOf(ownerId: string): OwnerData {
  if (current?.ownerId === ownerId) return current
  forgetOwnerData()
  current = { ownerId, queries: createQueryClient(), apps: new Map(), newKeys: createStore<NewKeys | null>(null) }
  return current
}

/** Removes the data of the owner from memory, when the user leaves the pages of owners. */
export function forgetOwnerData(): void {
  current?.queries.clear()
  current = null
}

/** Keeps new keys in the memory of the page. Null removes them, when the user leaves the room that shows them. */
export function keepNewKeys(keys: NewKeys | null): void {
  current?.newKeys.set(keys)
}
