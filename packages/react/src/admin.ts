/** The SDK for administration with hooks, for components that only the server renders. It must not be imported by a page. */
import {
  PorticoAdminApp as AdminApp,
  porticoAppInternalsSymbol,
  type AdminProjectPermissionDefinition,
  type AdminTeamPermissionDefinition,
  type IncomingRequest,
} from '@portico/client/admin'
import { withHooks, type RequestScopeWithHooks } from './app/RequestScopeWithHooks.ts'

export {
  createAccessTokenVerifier,
  createProject,
  KnownError,
  KnownErrors,
  listOwnedProjects,
} from '@portico/client/admin'
export type * from '@portico/client/admin'
export type { RequestScopeWithHooks } from './app/RequestScopeWithHooks.ts'

/**
 * The admin app with hooks. They suspend until their value is loaded. What they show belongs to the project, so all
 * requests share it: for five seconds, or until a change through this object.
 */
export class PorticoAdminApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends AdminApp<HasTokenStore, ProjectId> {
  /** Returns the reads of one incoming request, with a hook for each. The same request returns the same object. */
  override forRequest(request: IncomingRequest): RequestScopeWithHooks {
    return withHooks(super.forRequest(request))
  }

  /** Lists the permissions that users can have in a team. Do not change the array: every component shows the same one. */
  useTeamPermissionDefinitions(): AdminTeamPermissionDefinition[] {
    return this[porticoAppInternalsSymbol].permissionDefinitionsResource('team').read()
  }

  /** Lists the permissions that users can have in the project. Do not change the array: every component shows the same one. */
  useProjectPermissionDefinitions(): AdminProjectPermissionDefinition[] {
    return this[porticoAppInternalsSymbol].permissionDefinitionsResource('project').read()
  }
}
