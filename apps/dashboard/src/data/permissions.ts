import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'

import { useEditConfig } from './project-config.ts'
import { useCurrentProject, type ProjectApp } from './projects.ts'

export type PermissionScope = 'team' | 'project'
export type PermissionDefinition = Awaited<ReturnType<ProjectApp['listTeamPermissionDefinitions']>>[number]

export interface DefinitionChanges {
  readonly id?: string
  readonly description?: string
  readonly containedPermissionIds?: string[]
}

/** The permissions of one scope, with the system permissions of teams. */
export function usePermissionDefinitions(scope: PermissionScope): UseQueryResult<PermissionDefinition[]> {
  const { id, app } = useCurrentProject()
  return useQuery({
    queryKey: [id, 'permission-definitions', scope],
    queryFn: () => (scope === 'team' ? app.listTeamPermissionDefinitions() : app.listProjectPermissionDefinitions()),
  })
}

export interface DefinitionActions {
  readonly create: (definition: { id: string; description: string; containedPermissionIds: string[] }) => Promise<void>
  readonly update: (id: string, changes: DefinitionChanges) => Promise<void>
  readonly remove: (id: string) => Promise<void>
}

/** Changes permissions. A new id or a deletion changes the default sets of the project too. */
export function useDefinitionActions(scope: PermissionScope): DefinitionActions {
  const { id: projectId, app } = useCurrentProject()
  const client = useQueryClient()
  const isTeam = scope === 'team'
  async function renew(): Promise<void> {
    await Promise.all([
      client.invalidateQueries({ queryKey: [projectId, 'permission-definitions'] }),
      client.invalidateQueries({ queryKey: [projectId, 'project'] }),
    ])
  }
  return {
    create: async ({ description, ...definition }) => {
      const options = { ...definition, ...(description !== '' && { description }) }
      await (isTeam ? app.createTeamPermissionDefinition(options) : app.createProjectPermissionDefinition(options))
      await renew()
    },
    update: async (id, changes) => {
      await (isTeam
        ? app.updateTeamPermissionDefinition(id, changes)
        : app.updateProjectPermissionDefinition(id, changes))
      await renew()
    },
    remove: async (id) => {
      await (isTeam ? app.deleteTeamPermissionDefinition(id) : app.deleteProjectPermissionDefinition(id))
      await renew()
    },
  }
}

export type DefaultSetting = 'teamCreatorDefaultPermissions' | 'teamMemberDefaultPermissions' | 'userDefaultPermissions'

/** Returns a function that replaces default sets of the project, unless another owner has changed them since they were read. */
export function useSaveDefaultSets(): (sets: Partial<Record<DefaultSetting, readonly string[]>>) => Promise<void> {
  const editConfig = useEditConfig()
  return (sets) =>
    editConfig((_config, conflict) => {
      if (conflict) throw conflict
      return Object.fromEntries(Object.entries(sets).map(([setting, ids]) => [setting, ids.map((id) => ({ id }))]))
    })
}
