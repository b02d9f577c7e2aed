/** A permission and what it contains directly. */
export interface Containing {
  readonly id: string
  readonly containedPermissionIds: readonly string[]
}

/** A permission that a user has: granted directly, or contained in granted ones, or both. */
export interface HeldPermission {
  readonly id: string
  readonly isDirect: boolean
  /** The directly granted permissions that contain it, at any depth. */
  readonly containedIn: readonly string[]
}

/** What a user has through the directly granted permissions, by id. */
export function heldPermissions(direct: readonly string[], definitions: readonly Containing[]): HeldPermission[] {
  const contents = new Map(definitions.map(({ id, containedPermissionIds }) => [id, containedPermissionIds]))
  const sources = new Map<string, string[]>()
  for (const source of direct) {
    const seen = new Set([source])
    // A set that grows while it is walked: every permission once, also in a cycle.
    for (const id of seen) for (const contained of contents.get(id) ?? []) seen.add(contained)
    for (const id of seen) if (id !== source) sources.set(id, [...(sources.get(id) ?? []), source])
  }
  return [...new Set([...direct, ...sources.keys()])]
    .toSorted()
    .map((id) => ({ id, isDirect: direct.includes(id), containedIn: sources.get(id) ?? [] }))
}
