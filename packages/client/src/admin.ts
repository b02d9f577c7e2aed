import type { ProjectAdminRead, ProjectCreate } from '@portico/contract'

import type { PorticoClientApp } from './client-app.ts'

import { porticoAppInternalsSymbol } from './internals.ts'

/** An app of the project "internal", whose users own projects. */
export type InternalApp = PorticoClientApp<boolean, 'internal'>

/** The projects the signed-in user owns, as the service sends them. */
export async function listOwnedProjects(app: InternalApp): Promise<ProjectAdminRead[]> {
  const { items } = await requestOf(app)<{ items: ProjectAdminRead[] }>('/internal/projects')
  return items
}

/** Makes a project that the signed-in user owns. */
export function createProject(app: InternalApp, project: ProjectCreate): Promise<ProjectAdminRead> {
  return requestOf(app)<ProjectAdminRead>('/internal/projects', { method: 'POST', body: project })
}

function requestOf(app: InternalApp): InternalApp[typeof porticoAppInternalsSymbol]['request'] {
  // The type says so already; JavaScript callers have no types.
  const projectId: string = app.projectId
  if (projectId !== 'internal') {
    throw new Error(
      `Owned projects belong to users of the project "internal", and this app is of the project "${projectId}".`,
    )
  }
  return app[porticoAppInternalsSymbol].request
}
