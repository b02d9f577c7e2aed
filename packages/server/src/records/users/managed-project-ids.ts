import type { Json } from '@portico/contract'

import type { User } from './user.ts'

// On the wire, the server metadata of a user of "internal" lists their projects in the member `managedProjectIds`. The
// database stores them in a separate table; the stored member is an empty list.

/** Returns the server metadata of a user as presented on the wire. */
export function withManagedProjectIds({
  serverMetadata,
  ownedProjectIds,
}: Pick<User, 'serverMetadata' | 'ownedProjectIds'>): Json {
  if (ownedProjectIds === null) return serverMetadata
  if (ownedProjectIds.length === 0 && !hasManagedProjectIds(serverMetadata)) return serverMetadata
  return { ...(isObject(serverMetadata) && serverMetadata), managedProjectIds: [...ownedProjectIds] }
}

export interface ManagedProjects {
  /** The metadata to store. */
  readonly serverMetadata: Json
  /** The ids as written: some projects may not exist, and ids may repeat. */
  readonly ownedProjectIds: readonly string[]
}

/** Separates the list of owned projects from the written server metadata of a user of "internal". */
export function separateManagedProjectIds(written: Json): ManagedProjects {
  if (!hasManagedProjectIds(written)) return { serverMetadata: written, ownedProjectIds: [] }
  const { managedProjectIds: ids } = written
  return {
    serverMetadata: { ...written, managedProjectIds: [] },
    ownedProjectIds: Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [],
  }
}

function hasManagedProjectIds(metadata: Json): metadata is { [key: string]: Json } {
  return isObject(metadata) && Object.hasOwn(metadata, 'managedProjectIds')
}

function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
