import type { AdminProjectWithHooks } from '@portico/react/internal'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { useCurrentProject, useProject, useSignedInOwner, type ProjectApp } from './projects.ts'
import type { Owner } from './session.ts'

export type OwnerInvitation = Awaited<ReturnType<AdminProjectWithHooks['listOwnerInvitations']>>[number]
export type ConfigurationChanges = Awaited<ReturnType<ProjectApp['importConfiguration']>>
export type ImportOptions = Parameters<ProjectApp['importConfiguration']>[0]
export type ConfigurationDocument = ImportOptions['document']
type ProjectDeletion = Awaited<ReturnType<Owner['listProjectDeletions']>>[number]

const DELETION_POLL_MILLIS = 1_000

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

/** Returns a function that ends the ownership of the signed-in owner and opens the list of projects. */
export function useLeaveProject(): () => Promise<void> {
  const { id } = useCurrentProject()
  const project = useProject().data
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    if (!project) return
    await project.leave()
    // The former owner can no longer save changes of the settings.
    await navigate({ to: '/projects', ignoreBlocker: true })
    client.removeQueries({ queryKey: [id] })
    await client.invalidateQueries({ queryKey: ['owner', 'projects'] })
  }
}

/** Returns a function that exports the configuration, with sealed secrets if there is a passphrase. */
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

/** The removal of the records of a deleted project, polled until it has ended. */
export function useDeletion(projectId: string): UseQueryResult<ProjectDeletion | null> {
  const owner = useSignedInOwner()
  return useQuery({
    queryKey: ['owner', 'deletion', projectId],
    queryFn: async () =>
      (await owner.listProjectDeletions()).find((deletion) => deletion.projectId === projectId) ?? null,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'done' ? DELETION_POLL_MILLIS : false),
  })
}
