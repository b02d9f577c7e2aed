/** The SDK for the administration of projects. It has every export of the server too. */
import type { ProjectAdminRead, ProjectCreate } from '@portico/contract'

import type { PorticoClientApp } from './client-app.ts'
import { porticoAppInternalsSymbol } from './internals.ts'

export * from './server.ts'
export { type AdminAppInternals, PorticoAdminApp } from './admin-app.ts'
export type { PorticoAdminAppOptions } from './admin-options.ts'
export type {
  AdminProjectPermissionDefinition,
  AdminProjectPermissionDefinitionCreateOptions,
  AdminProjectPermissionDefinitionUpdateOptions,
  AdminTeamPermissionDefinition,
  AdminTeamPermissionDefinitionCreateOptions,
  AdminTeamPermissionDefinitionUpdateOptions,
} from './admin/permission-definitions.ts'

/** An app of the project "internal", whose users own projects. */
export type InternalApp = PorticoClientApp<boolean, 'internal'>

/** Lists the projects that the signed-in user owns. */
export async function listOwnedProjects(app: InternalApp): Promise<ProjectAdminRead[]> {
  const { items } = await requestOf(app)<{ items: ProjectAdminRead[] }>('/internal/projects')
  return items
}

/** Creates a project that the signed-in user owns. */
export function createProject(app: InternalApp, project: ProjectCreate): Promise<ProjectAdminRead> {
  return requestOf(app)<ProjectAdminRead>('/internal/projects', { method: 'POST', body: project })
}

function requestOf(app: InternalApp): InternalApp[typeof porticoAppInternalsSymbol]['request'] {
  // The type ensures this only for TypeScript callers.
  const projectId: string = app.projectId
  if (projectId !== 'internal') {
    throw new Error(
      `Only users of the project "internal" own projects, but this app belongs to the project "${projectId}".`,
    )
  }
  return app[porticoAppInternalsSymbol].request
}
