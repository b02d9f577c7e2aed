import type { UseQueryResult } from '@tanstack/react-query'

import { useEditConfig } from './project-config.ts'
import type { ProjectApp } from './projects.ts'
import * as endpointRights from './endpoint-rights.ts'
import { change, resource } from './resource.ts'

export type PermissionScope = 'team' | 'project'
export type PermissionDefinition = Awaited<ReturnType<ProjectApp['listTeamPermissionDefinitions']>>[number]
type NewDefinition = Parameters<ProjectApp['createTeamPermissionDefinition']>[0]
type DefinitionChanges = Parameters<ProjectApp['updateTeamPermissionDefinition']>[1]

/** A new id or a deletion changes other permissions and the default sets of the project too. */
const effects = { stale: () => [['permission-definitions'], ['project']] }

/** The permissions of the current project, with the system permissions for teams. */
export const permissionDefinitions = resource('permission-definitions', {
  reads: {
    all: ({ app }, scope: PermissionScope): Promise<PermissionDefinition[]> =>
      scope === 'team' ? app.listTeamPermissionDefinitions() : app.listProjectPermissionDefinitions(),
  },
  changes: {
    create: change(
      endpointRights.createTeamPermissionDefinition,
      ({ app }, scope: PermissionScope, definition: NewDefinition): Promise<PermissionDefinition> =>
        scope === 'team'
          ? app.createTeamPermissionDefinition(definition)
          : app.createProjectPermissionDefinition(definition),
      effects,
    ),
    update: change(
      endpointRights.updateTeamPermissionDefinition,
      ({ app }, scope: PermissionScope, id: string, changes: DefinitionChanges) =>
        scope === 'team'
          ? app.updateTeamPermissionDefinition(id, changes)
          : app.updateProjectPermissionDefinition(id, changes),
      effects,
    ),
    remove: change(
      endpointRights.deleteTeamPermissionDefinition,
      ({ app }, scope: PermissionScope, id: string) =>
        scope === 'team' ? app.deleteTeamPermissionDefinition(id) : app.deleteProjectPermissionDefinition(id),
      effects,
    ),
  },
})

export function usePermissionDefinitions(scope: PermissionScope): UseQueryResult<PermissionDefinition[]> {
  return permissionDefinitions.useRead('all', [scope])
}

export type DefaultSetting = 'teamCreatorDefaultPermissions' | 'teamMemberDefaultPermissions' | 'userDefaultPermissions'

/**
 * Returns a function that replaces default sets of the project, unless another owner has changed them since they were
 * read.
 */
export function useSaveDefaultSets(): (sets: Partial<Record<DefaultSetting, readonly string[]>>) => Promise<void> {
  const editConfig = useEditConfig()
  return (sets) =>
    editConfig((_config, conflict) => {
      if (conflict) throw conflict
      return Object.fromEntries(Object.entries(sets).map(([setting, ids]) => [setting, ids.map((id) => ({ id }))]))
    })
}
