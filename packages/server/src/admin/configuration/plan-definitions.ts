import {
  PERMISSION_CONTAINMENTS_MAX,
  PERMISSION_DEFINITIONS_MAX,
  type PermissionScope,
  type ProjectConfiguration,
} from '@portico/contract'

import { KnownError } from '../../kernel/errors.ts'
import type { CamelCased } from '@portico/contract/letter-case'
import { newUuid } from '../../platform/crypto/random.ts'
import type { PermissionDefinition } from '../../records/permissions/definition.ts'
import { systemPermissionsOf, type RoleSettings } from '../../records/permissions/system-permissions.ts'
import { findCycle } from '../permission-definitions/containment.ts'

/** Maximum number of problems of a document in one answer. */
const PROBLEMS_MAX = 20

interface WantedDefinition {
  readonly id: string
  readonly description?: string | undefined
  readonly containedPermissionIds?: readonly string[] | undefined
}

const scopes = ['team', 'project'] as const satisfies readonly PermissionScope[]

/**
 * Returns the project's definitions after the import of a document. A definition whose id is in the document keeps its
 * key, and so its grants.
 *
 * @throws SCHEMA_ERROR with the path of each problem
 */
export function planDefinitions(
  present: readonly PermissionDefinition[],
  document: CamelCased<ProjectConfiguration>,
  { deletesMissing, settings }: { readonly deletesMissing: boolean; readonly settings: RoleSettings },
): PermissionDefinition[] {
  const problems: string[] = []
  const wanted = scopes.flatMap((scope) => listWanted(scope, document))
  const wantedIds = new Set(wanted.map(({ scope, definition }) => `${scope} ${definition.id}`))
  const kept = present.filter(({ id, scope }) => {
    if (wantedIds.has(`${scope} ${id}`)) return false
    return !deletesMissing || document[`${scope}PermissionDefinitions`] === undefined
  })
  const taken = new Set(kept.map(({ id }) => id))
  for (const { definition, path } of wanted) {
    if (taken.has(definition.id)) problems.push(`${path}.id is the id of another permission of the project`)
    taken.add(definition.id)
  }
  const keys = new Map(present.map(({ id, key, scope }) => [`${scope} ${id}`, key]))
  const keyOf = (scope: PermissionScope, id: string): string => {
    const name = `${scope} ${id}`
    const key = keys.get(name) ?? newUuid()
    keys.set(name, key)
    return key
  }
  const contains = new Set([
    ...systemPermissionsOf(settings).map((id) => `team ${id}`),
    ...kept.map(({ id, scope }) => `${scope} ${id}`),
    ...wantedIds,
  ])
  const planned = wanted.map(({ definition, path, scope }) => {
    const containedIds = [...new Set(definition.containedPermissionIds)]
    for (const id of containedIds) {
      if (!contains.has(`${scope} ${id}`))
        problems.push(`${path}.contained_permission_ids names ${id}, which is unknown`)
    }
    const containedKeys = containedIds.map((id) => (id.startsWith('$') ? id : keyOf(scope, id)))
    return {
      key: keyOf(scope, definition.id),
      id: definition.id,
      scope,
      description: definition.description ?? null,
      containedKeys,
    }
  })
  const gone = new Set(present.map(({ key }) => key))
  for (const { key } of [...kept, ...planned]) gone.delete(key)
  const all = [
    ...kept.map((one) => ({ ...one, containedKeys: one.containedKeys.filter((key) => !gone.has(key)) })),
    ...planned,
  ]
  problems.push(...boundProblems(all))
  if (problems.length === 0) {
    const cyclic = findCycle(all)
    if (cyclic) problems.push(`body.document.${cyclic.scope}_permission_definitions: ${cyclic.id} contains itself`)
  }
  if (problems.length > 0) {
    throw new KnownError('SCHEMA_ERROR', {
      message: `The document cannot be imported:\n${problems
        .slice(0, PROBLEMS_MAX)
        .map((one) => `  - ${one}`)
        .join('\n')}`,
    })
  }
  return all
}

interface Listed {
  readonly scope: PermissionScope
  readonly definition: WantedDefinition
  /** Where the definition is in the request. */
  readonly path: string
}

function listWanted(scope: PermissionScope, document: CamelCased<ProjectConfiguration>): Listed[] {
  return (document[`${scope}PermissionDefinitions`] ?? []).map((definition, index) => ({
    scope,
    definition,
    path: `body.document.${scope}_permission_definitions[${index}]`,
  }))
}

function boundProblems(all: readonly PermissionDefinition[]): string[] {
  const total = all.reduce((sum, { containedKeys }) => sum + containedKeys.length, 0)
  return [
    ...(all.length > PERMISSION_DEFINITIONS_MAX
      ? [`body.document: a project can define at most ${PERMISSION_DEFINITIONS_MAX} permissions`]
      : []),
    ...(total > PERMISSION_CONTAINMENTS_MAX
      ? [`body.document: permissions can contain at most ${PERMISSION_CONTAINMENTS_MAX} others in total`]
      : []),
  ]
}
