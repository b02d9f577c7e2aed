import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { useCurrentProject, useSignedInOwner, type ProjectApp } from './projects.ts'
import type { Owner } from './session.ts'

export type ConfigurationChanges = Awaited<ReturnType<ProjectApp['importConfiguration']>>
export type ImportOptions = Parameters<ProjectApp['importConfiguration']>[0]
export type ConfigurationDocument = ImportOptions['document']
type ProjectDeletion = Awaited<ReturnType<Owner['listProjectDeletions']>>[number]

const DELETION_POLL_MILLIS = 1_000

/**
 * Returns a function that performs an act by which the owner loses the project, a deletion or a departure, and then
 * opens the list of projects. It does not ask about unsaved settings, because they are lost in any case.
 */
export function useLoseProject(): (act: () => Promise<void>, search?: { readonly deleted?: string }) => Promise<void> {
  const { id } = useCurrentProject()
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (act, search = {}) => {
    await act()
    await navigate({ to: '/projects', search, ignoreBlocker: true })
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

/** The removal of a deleted project's records, polled until it has ended. */
export function useDeletion(projectId: string): UseQueryResult<ProjectDeletion | null> {
  const owner = useSignedInOwner()
  return useQuery({
    queryKey: ['owner', 'deletion', projectId],
    queryFn: async () =>
      (await owner.listProjectDeletions()).find((deletion) => deletion.projectId === projectId) ?? null,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'done' ? DELETION_POLL_MILLIS : false),
  })
}
