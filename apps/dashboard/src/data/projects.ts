import { PorticoAdminApp, type AdminProjectWithHooks } from '@portico/react/internal'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { createContext, use, useMemo } from 'react'

import { ownerDataOf } from './owner-data.ts'
import { readOwnerToken, type Owner } from './session.ts'

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

const projectsKey = ['owner', 'projects'] as const

/** The projects of the owner, newest first. */
export function useProjects(): UseQueryResult<OwnedProject[]> {
  const owner = useSignedInOwner()
  return useQuery({
    queryKey: [...projectsKey, owner.id],
    queryFn: async () => newestFirst(await owner.listOwnedProjects()),
  })
}

/** Projects of one moment keep the order of the service, which is that of their creation. */
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

/** The project of the URL, in its rooms. */
export function useCurrentProject(): CurrentProject {
  const project = use(ProjectContext)
  if (!project) throw new Error('A room of a project is shown outside of it.')
  return project
}

/** A project of the owner, also outside of its rooms. Undefined without an id. */
export function useProjectOf(projectId: string | undefined): CurrentProject | undefined {
  const owner = useSignedInOwner()
  return useMemo(
    () => (projectId === undefined ? undefined : { id: projectId, app: projectAppOf(owner, projectId) }),
    [owner, projectId],
  )
}

/** Returns the admin app of a project. The same owner and project return the same app. */
export function projectAppOf(owner: Owner, projectId: string): ProjectApp {
  const { apps } = ownerDataOf(owner.id)
  const known = apps.get(projectId)
  if (known) return known
  const app = new PorticoAdminApp<false>({
    projectId,
    projectOwnerSession: readOwnerToken,
    tokenStore: null,
    baseUrl: window.location.origin,
  })
  apps.set(projectId, app)
  return app
}

/** The settings of the project of the URL. */
export function useProject(): UseQueryResult<AdminProjectWithHooks> {
  const { id, app } = useCurrentProject()
  return useQuery({ queryKey: [id, 'project'], queryFn: () => app.getProject() })
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
