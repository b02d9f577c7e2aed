import { providerName } from '@portico/client/admin'
import type { AdminProjectWithHooks, PorticoAdminApp } from '@portico/react/internal'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { createContext, use, useCallback } from 'react'

import { isEmbedded } from '../language/embedded.ts'
import type { Owner } from './session.ts'

export type ProjectApp = PorticoAdminApp<false>
type OwnedProject = Awaited<ReturnType<Owner['listOwnedProjects']>>[number]
export type ProjectConfigUpdate = NonNullable<Parameters<OwnedProject['update']>[0]['config']>

export const OwnerContext = createContext<Owner | null>(null)

/** The signed-in owner, in all rooms. */
export function useSignedInOwner(): Owner {
  const owner = use(OwnerContext)
  if (!owner) throw new Error('A room is shown outside of the shell.')
  return owner
}

export const projectsKey = ['owner', 'projects'] as const

/** The projects of the owner, newest first. */
export function useProjects(): UseQueryResult<OwnedProject[]> {
  const owner = useSignedInOwner()
  return useQuery({
    queryKey: [...projectsKey, owner.id],
    queryFn: async () => newestFirst(await owner.listOwnedProjects()),
  })
}

/** Projects with the same time keep the order in which the service lists them, by creation. */
function newestFirst(projects: readonly OwnedProject[]): OwnedProject[] {
  return projects.toReversed().toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
}

/** The project of the URL. */
export interface CurrentProject {
  readonly id: string
  /** All calls about the project, with the rights of the owner. */
  readonly app: ProjectApp
}

export const ProjectContext = createContext<CurrentProject | null>(null)

/** The current project, in its rooms. */
export function useCurrentProject(): CurrentProject {
  const project = use(ProjectContext)
  if (!project) throw new Error('A room of a project is shown outside of it.')
  return project
}

/** The settings of the current project. */
export function useProject(): UseQueryResult<AdminProjectWithHooks> {
  const { id, app } = useCurrentProject()
  return useQuery({ queryKey: [id, 'project'], queryFn: () => app.getProject() })
}

/** The name of the current project. Undefined until it is read, and in an embedded room, which may not read it. */
export function useProjectName(): string | undefined {
  const { id, app } = useCurrentProject()
  const { data } = useQuery({ queryKey: [id, 'project'], queryFn: () => app.getProject(), enabled: !isEmbedded() })
  return data?.displayName
}

/**
 * Names sign-in providers, including the issuers of the current project. An issuer is named by its id until the project
 * is read, after its removal, and in an embedded room.
 */
export function useProviderName(): (id: string) => string {
  const { id: projectId, app } = useCurrentProject()
  const { data } = useQuery({
    queryKey: [projectId, 'project'],
    queryFn: () => app.getProject(),
    enabled: !isEmbedded(),
  })
  const issuers = data?.config.oidcProviders
  return useCallback((id) => issuers?.find((issuer) => issuer.id === id)?.displayName ?? providerName(id), [issuers])
}

export interface NewProject {
  readonly displayName: string
  readonly config: ProjectConfigUpdate
}

/** Returns a function that creates a project and resolves to its id. */
export function useCreateProject(): (project: NewProject) => Promise<string> {
  const owner = useSignedInOwner()
  const client = useQueryClient()
  return async (project) => {
    const created = await owner.createProject(project)
    await client.invalidateQueries({ queryKey: projectsKey })
    return created.id
  }
}
