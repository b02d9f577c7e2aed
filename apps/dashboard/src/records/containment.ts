import { PERMISSION_ID_MAX_CHARACTERS, permissionIdPattern } from '@portico/client/admin'

/** The properties of a permission that the graph and the texts use. */
export interface Containing {
  readonly id: string
  readonly containedPermissionIds: readonly string[]
}

/**
 * All permissions that a permission grants besides itself: those it contains directly or through others, ordered by
 * depth.
 */
export function grantedBy(id: string, all: readonly Containing[]): string[] {
  const contained = new Map(all.map((one) => [one.id, one.containedPermissionIds]))
  const reached = new Set([id])
  // A set visits the members that are added while it is iterated.
  for (const one of reached) for (const next of contained.get(one) ?? []) if (contained.has(next)) reached.add(next)
  return [...reached].slice(1)
}

/** The permissions that are granted only because others contain them. */
export function containedIn(granted: readonly string[], all: readonly Containing[]): string[] {
  return [...new Set(granted.flatMap((id) => grantedBy(id, all)))].filter((id) => !granted.includes(id))
}

/** The permissions that contain this one directly. */
export function containersOf(id: string, all: readonly Containing[]): string[] {
  return all.filter(({ containedPermissionIds }) => containedPermissionIds.includes(id)).map((one) => one.id)
}

/** The permissions that this one cannot contain: itself, and those that grant it. */
export function grantersOf(id: string, all: readonly Containing[]): ReadonlySet<string> {
  return new Set([id, ...all.filter((one) => grantedBy(one.id, all).includes(id)).map((one) => one.id)])
}

/** A permission with everything that it grants and everything that grants it. */
export function relatedTo(id: string, all: readonly Containing[]): ReadonlySet<string> {
  return new Set([...grantersOf(id, all), ...grantedBy(id, all)])
}

export function isSystemPermission(id: string): boolean {
  return id.startsWith('$')
}

export type IdProblem = 'empty' | 'characters' | 'system' | 'long'

/** The problem with the id of a new permission; null if it is valid. */
export function problemOfId(id: string): IdProblem | null {
  if (id === '') return 'empty'
  if (!permissionIdPattern.test(id)) return 'characters'
  if (isSystemPermission(id)) return 'system'
  return id.length > PERMISSION_ID_MAX_CHARACTERS ? 'long' : null
}
