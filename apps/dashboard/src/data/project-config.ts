import { KnownErrors, porticoAppInternalsSymbol } from '@portico/react'
import type { AdminProjectWithHooks } from '@portico/react/internal'
import { conflictsOf, type Draft } from '@portico/ui/form/draft'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'

import * as endpointRights from './endpoint-rights.ts'
import { markChanged } from './query-client.ts'
import { useOwnerNames } from './owners.ts'
import { useCurrentProject, useProject, useSignedInOwner, type ProjectConfigUpdate } from './projects.ts'

export type ProjectConfig = AdminProjectWithHooks['config']
export type ProductionModeError = Awaited<ReturnType<AdminProjectWithHooks['getProductionModeErrors']>>[number]
export type ProjectVersionConflict = InstanceType<typeof KnownErrors.ProjectVersionConflict>

export type ProjectUpdate = Omit<Parameters<AdminProjectWithHooks['update']>[0], 'ifVersion'>

/**
 * Computes an update from the stored project. After a conflict it is called again with what the other owner has stored;
 * it throws the conflict if a person has to decide.
 */
export type EditProject = (stored: AdminProjectWithHooks, conflict: ProjectVersionConflict | null) => ProjectUpdate

/** Like `EditProject`, for the configuration. */
export type EditConfig = (config: ProjectConfig, conflict: ProjectVersionConflict | null) => ProjectConfigUpdate

/** The staff right that changing the settings needs. */
export const settingsRight = endpointRights.updateCurrentProject

const ATTEMPTS = 4

/**
 * Returns a function that changes the project of the URL without overwriting what another owner has changed meanwhile.
 */
export function useEditProject(): (edit: EditProject) => Promise<void> {
  const { id, app } = useCurrentProject()
  const client = useQueryClient()
  return async (edit) => {
    const queryKey = [id, 'project']
    // The answers to two edits can arrive in reverse order.
    const show = (answer: AdminProjectWithHooks): void =>
      void client.setQueryData<AdminProjectWithHooks>(queryKey, (known) =>
        known && known.version > answer.version ? known : answer,
      )
    let project = client.getQueryData<AdminProjectWithHooks>(queryKey) ?? (await app.getProject())
    let conflict: ProjectVersionConflict | null = null
    for (let attempt = 1; ; attempt += 1) {
      const update = edit(project, conflict)
      try {
        const saved = await app[porticoAppInternalsSymbol].updateProject({ ...update, ifVersion: project.version })
        await markChanged(client, id)
        show(saved)
        // The list of projects shows their names.
        void client.invalidateQueries({
          queryKey: ['owner', 'projects'],
          refetchType: update.config ? 'none' : 'active',
        })
        return
      } catch (error) {
        if (!KnownErrors.ProjectVersionConflict.isInstance(error) || attempt === ATTEMPTS) throw error
        conflict = error
        project = await app.getProject()
        show(project)
      }
    }
  }
}

/**
 * Returns a function that changes the configuration of the current project. A list is sent as a whole, so an edit of
 * one entry starts again from the stored list if another owner has changed the list meanwhile.
 */
export function useEditConfig(): (edit: EditConfig) => Promise<void> {
  const editProject = useEditProject()
  return (edit) => editProject(({ config }, conflict) => ({ config: edit(config, conflict) }))
}

/** Throws the conflict with another owner if it concerns a typed value, so that a person decides. */
export function throwIfConcerned<Values extends object>(
  conflict: ProjectVersionConflict | null,
  draft: Draft<Values>,
  latest: Values,
): void {
  if (conflict && conflictsOf(draft, latest).length > 0) throw conflict
}

/** The owner whose change caused a conflict. */
export interface ConflictPerson {
  readonly name: string
  /** The signed-in owner, in another tab. */
  readonly isYou: boolean
}

/** Returns a function that names the owner whose change caused a conflict; undefined if the service does not know. */
export function usePersonOf(): (conflict: unknown) => ConflictPerson | undefined {
  const { id } = useSignedInOwner()
  const ownerNames = useOwnerNames()
  return (conflict) => {
    if (!KnownErrors.ProjectVersionConflict.isInstance(conflict)) return undefined
    const { display_name: name, user_id: userId } = conflict.details.conflicts[0]?.changed_by ?? {}
    const isYou = userId === id
    const shown = (userId && ownerNames.get(userId)) || name
    return shown || isYou ? { name: shown ?? '', isYou } : undefined
  }
}

/** The settings of the current project that prevent production mode. */
export function useProductionModeErrors(): UseQueryResult<ProductionModeError[]> {
  const { id } = useCurrentProject()
  const { data: project } = useProject()
  return useQuery({
    queryKey: [id, 'production-mode', project?.version],
    queryFn: () => project?.getProductionModeErrors() ?? [],
    enabled: project !== undefined,
    staleTime: Infinity,
    // The findings stay while the settings are read again.
    placeholderData: (previous) => previous,
  })
}
