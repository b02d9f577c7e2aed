import type {
  PermissionDefinitionRead,
  PermissionScope,
  ProjectPermissionRead,
  TeamPermissionRead,
} from '@portico/contract'

import { compareIds } from '../../kernel/compare-ids.ts'
import type { PermissionDefinition } from './definition.ts'
import type { HeldPermission } from './grants.ts'
import { describeSystemPermission, systemPermissionsOf, type RoleSettings } from './system-permissions.ts'

/** Presents the definitions of a scope. Team definitions include the project's system permissions. */
export function presentDefinitions(
  definitions: readonly PermissionDefinition[],
  scope: PermissionScope,
  settings: RoleSettings,
): PermissionDefinitionRead[] {
  const ids = idsByKey(definitions, settings)
  const system = systemPermissionsOf(settings).map((id) => ({
    id,
    description: describeSystemPermission(id),
    contained_permission_ids: [],
  }))
  const own = definitions
    .filter((definition) => definition.scope === scope)
    .map((definition) => presentOne(definition, ids))
  return [...(scope === 'team' ? system : []), ...own].toSorted((one, other) => compareIds(one.id, other.id))
}

/** @param definitions all definitions of the project, because the definition may contain them */
export function presentDefinition(
  definition: PermissionDefinition,
  definitions: readonly PermissionDefinition[],
  settings: RoleSettings,
): PermissionDefinitionRead {
  return presentOne(definition, idsByKey(definitions, settings))
}

function presentOne(
  { containedKeys, description, id }: PermissionDefinition,
  ids: ReadonlyMap<string, string>,
): PermissionDefinitionRead {
  return {
    id,
    ...(description !== null && { description }),
    contained_permission_ids: containedKeys.flatMap((key) => ids.get(key) ?? []).toSorted(compareIds),
  }
}

function idsByKey(definitions: readonly PermissionDefinition[], settings: RoleSettings): Map<string, string> {
  const system = systemPermissionsOf(settings).map((id) => [id, id] as const)
  return new Map([...system, ...definitions.map(({ key, id }) => [key, id] as const)])
}

export function presentTeamPermission({ id, teamId, userId }: HeldPermission): TeamPermissionRead {
  return { id, user_id: userId, team_id: teamId ?? '' }
}

export function presentProjectPermission({ id, userId }: Pick<HeldPermission, 'id' | 'userId'>): ProjectPermissionRead {
  return { id, user_id: userId }
}
