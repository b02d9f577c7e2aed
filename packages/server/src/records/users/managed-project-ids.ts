import type { Json } from '@portico/contract'

import type { User } from './user.ts'

// On the wire, the projects that a user of "internal" owns are the member `managedProjectIds` of their server metadata.
// They are stored in a table; the stored member is an empty list.

/** The server metadata of a user as it is shown. */
export function withManagedProjectIds({
  serverMetadata,
  ownedProjectIds,
}: Pick<User, 'serverMetadata' | 'ownedProjectIds'>): Json {
  if (ownedProjectIds === null) return serverMetadata
  if (ownedProjectIds.length === 0 && !hasManagedProjectIds(serverMetadata)) return serverMetadata
  return { ...(isObject(serverMetadata) && serverMetadata), managedProjectIds: [...ownedProjectIds] }
}

export interface ManagedProjects {
  /** What is stored of the metadata. */
  readonly serverMetadata: Json
  /** As they were written: they may not exist, and one may occur twice. */
  readonly ownedProjectIds: readonly string[]
}

/** Separates written server metadata of a user of "internal" from the list of the projects they own from then on. */
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
