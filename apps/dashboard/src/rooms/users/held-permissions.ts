import { grantedBy, type Containing } from '../../records/containment.ts'

/** A permission that a user has: granted directly, or contained in granted ones, or both. */
export interface HeldPermission {
  readonly id: string
  readonly isDirect: boolean
  /** The directly granted permissions that contain it, at any depth. */
  readonly containedIn: readonly string[]
}

/** What a user has through the directly granted permissions, by id. */
export function heldPermissions(direct: readonly string[], definitions: readonly Containing[]): HeldPermission[] {
  const sources = new Map<string, string[]>()
  for (const source of direct) {
    for (const id of grantedBy(source, definitions)) sources.set(id, [...(sources.get(id) ?? []), source])
  }
  return [...new Set([...direct, ...sources.keys()])]
    .toSorted()
    .map((id) => ({ id, isDirect: direct.includes(id), containedIn: sources.get(id) ?? [] }))
}
