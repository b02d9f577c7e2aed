import { PERMISSION_CONTAINMENTS_MAX } from '@portico/contract'

import { PlainError } from '../../kernel/errors.ts'
import type { PermissionDefinition } from '../../records/permissions/definition.ts'

/**
 * Refuses a definition that contains itself, directly or through others, and definitions that together contain too many
 * permissions to resolve them quickly.
 *
 * @param all the definitions of the project, with the changed one
 */
export function requireSoundContainment(
  all: readonly PermissionDefinition[],
  { containedKeys, key }: PermissionDefinition,
): void {
  const total = all.reduce((sum, definition) => sum + definition.containedKeys.length, 0)
  if (total > PERMISSION_CONTAINMENTS_MAX) {
    throw new PlainError(
      400,
      `The permissions of a project can contain at most ${PERMISSION_CONTAINMENTS_MAX} others in total.`,
    )
  }
  // guard: a permission does not contain itself
  if (reachableFrom(all, containedKeys).has(key)) {
    throw new PlainError(400, 'A permission cannot contain itself, directly or through other permissions.')
  }
}

/**
 * Returns a definition that contains itself, directly or through others; null if there is none. Visits each definition
 * once.
 */
export function findCycle(all: readonly PermissionDefinition[]): PermissionDefinition | null {
  const byKey = new Map(all.map((definition) => [definition.key, definition]))
  const containers = new Map(all.map(({ key }) => [key, 0]))
  for (const { containedKeys } of all) {
    for (const key of containedKeys) if (byKey.has(key)) containers.set(key, (containers.get(key) ?? 0) + 1)
  }
  // Remove definitions that no other definition contains, repeatedly. Definitions in a cycle, and those that they
  // contain, remain.
  const free = [...containers].flatMap(([key, count]) => (count === 0 ? [key] : []))
  for (let key = free.pop(); key !== undefined; key = free.pop()) {
    containers.delete(key)
    for (const next of byKey.get(key)?.containedKeys ?? []) {
      const count = (containers.get(next) ?? 0) - 1
      if (containers.has(next)) containers.set(next, count)
      if (count === 0) free.push(next)
    }
  }
  const left = [...containers.keys()].map((key) => byKey.get(key)).filter((one) => one !== undefined)
  return left.find(({ containedKeys, key }) => reachableFrom(left, containedKeys).has(key)) ?? null
}

/** Returns these keys and all that they contain. */
function reachableFrom(all: readonly PermissionDefinition[], keys: readonly string[]): Set<string> {
  const contained = new Map(all.map((definition) => [definition.key, definition.containedKeys]))
  const reached = new Set(keys)
  // A set visits the members that are added while it is iterated.
  for (const key of reached) for (const next of contained.get(key) ?? []) reached.add(next)
  return reached
}
