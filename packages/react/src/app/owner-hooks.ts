import type { AdminOwnedProject, OwnerActions, PorticoAdminApp, ProjectOwner } from '@portico/client/admin'
import { useResource } from './resource-hooks.ts'

/** The methods of a user for owned projects, with a hook for the list. */
export interface OwnerActionsWithHooks<App extends PorticoAdminApp<false>> extends OwnerActions<App> {
  /**
   * Lists the projects that the user owns. Suspends until they are loaded. Do not change the array: every component
   * shows the same one.
   */
  useOwnedProjects(): AdminOwnedProject<App>[]
}

export function withOwnerHooks<App extends PorticoAdminApp<false>>({
  actions,
  projects,
}: ProjectOwner<App>): OwnerActionsWithHooks<App> {
  return { ...actions, useOwnedProjects: () => useResource(projects) }
}
