import { KnownErrors } from '@portico/react'
import type { AdminProjectWithHooks } from '@portico/react/internal'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'

import type { ProjectVersionConflict } from './project-config.ts'
import { useCurrentProject, useProject, useSignedInOwner, type ProjectApp } from './projects.ts'
import type { Owner } from './session.ts'

export type OwnerInvitation = Awaited<ReturnType<AdminProjectWithHooks['listOwnerInvitations']>>[number]
export type ConfigurationChanges = Awaited<ReturnType<ProjectApp['importConfiguration']>>
export type ImportOptions = Parameters<ProjectApp['importConfiguration']>[0]
export type ConfigurationDocument = ImportOptions['document']
type ProjectDeletion = Awaited<ReturnType<Owner['listProjectDeletions']>>[number]
type ProjectUpdate = Parameters<AdminProjectWithHooks['update']>[0]

const DELETION_POLL_MILLIS = 1_000

/**
 * Returns a function that changes the project of the URL as it was read. If another owner has changed the same settings since, it
 * reads them again and throws the conflict.
 */
export function useUpdateProject(): (project: AdminProjectWithHooks, changes: ProjectUpdate) => Promise<void> {
  const { id, app } = useCurrentProject()
  const client = useQueryClient()
  return async (project, changes) => {
    try {
      await project.update({ ...changes, ifVersion: project.version })
    } catch (error) {
      if (isConflict(error)) client.setQueryData([id, 'project'], await app.getProject())
      throw error
    }
    await Promise.all([
      client.invalidateQueries({ queryKey: [id] }),
      client.invalidateQueries({ queryKey: ['owner', 'projects'] }),
    ])
  }
}

function isConflict(error: unknown): error is ProjectVersionConflict {
  return KnownErrors.ProjectVersionConflict.isInstance(error)
}

/** The open invitations to own the project of the URL. */
export function useOwnerInvitations(): UseQueryResult<OwnerInvitation[]> {
  const { id } = useCurrentProject()
  const project = useProject().data
  return useQuery({
    queryKey: [id, 'owner-invitations'],
    queryFn: () => project?.listOwnerInvitations() ?? [],
    enabled: project !== undefined,
  })
}

/** Returns a function that runs an act on the owners and reads the owners and invitations again. */
export function useChangeOwners(): (act: (project: AdminProjectWithHooks) => Promise<unknown>) => Promise<void> {
  const { id } = useCurrentProject()
  const project = useProject().data
  const client = useQueryClient()
  return async (act) => {
    if (!project) return
    await act(project)
    await Promise.all([
      client.invalidateQueries({ queryKey: [id, 'owners'] }),
      client.invalidateQueries({ queryKey: [id, 'owner-invitations'] }),
      client.invalidateQueries({ queryKey: ['owner', 'projects'] }),
    ])
  }
}

/** Returns a function that reads the configuration, with its secrets if there is a passphrase to seal them. */
export function useExportConfiguration(): (passphrase: string | null) => Promise<ConfigurationDocument> {
  const { app } = useCurrentProject()
  return (passphrase) => app.exportConfiguration(passphrase === null ? {} : { passphrase })
}

/** Returns a function that lists what a document changes, or applies it. */
export function useImportConfiguration(): (options: ImportOptions) => Promise<ConfigurationChanges> {
  const { id, app } = useCurrentProject()
  const client = useQueryClient()
  return async (options) => {
    const changes = await app.importConfiguration(options)
    if (changes.isApplied) {
      await client.invalidateQueries({ queryKey: [id] })
      await client.invalidateQueries({ queryKey: ['owner', 'projects'] })
    }
    return changes
  }
}

/** The removal of the records of a deleted project, followed until its end. */
export function useDeletion(projectId: string, isWatched: boolean): UseQueryResult<ProjectDeletion | null> {
  const owner = useSignedInOwner()
  return useQuery({
    queryKey: ['owner', 'deletion', projectId],
    queryFn: async () =>
      (await owner.listProjectDeletions()).find((deletion) => deletion.projectId === projectId) ?? null,
    enabled: isWatched,
    refetchInterval: ({ state }) => (state.data?.state === 'done' ? false : DELETION_POLL_MILLIS),
  })
}
