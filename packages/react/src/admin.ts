/**
 * The SDK for administration with hooks, for components that only the server renders, and for the pages of project owners. With
 * keys it must not be imported by a page.
 */
import {
  PorticoAdminApp as AdminApp,
  porticoAppInternalsSymbol,
  type AdminProjectPermissionDefinition,
  type AdminTeamPermissionDefinition,
  type IncomingRequest,
  type InternalApiKey,
} from '@portico/client/admin'
import { withProjectHooks, type AdminProjectWithHooks } from './app/admin-hooks.ts'
import { withHooks, type RequestScopeWithHooks } from './app/RequestScopeWithHooks.ts'
import { useShared } from './app/shared-resource.ts'

export { createAccessTokenVerifier, KnownError, KnownErrors } from '@portico/client/admin'
export type * from '@portico/client/admin'
export type { AdminProjectWithHooks } from './app/admin-hooks.ts'
export type { RequestScopeWithHooks } from './app/RequestScopeWithHooks.ts'

// An alias without the `use` prefix: lint rules report hooks that are called inside a class.
const show = useShared

/**
 * The admin app with hooks. They suspend until their value is loaded. What they show belongs to the project, so all
 * requests share it: for five seconds, or until a change through this object. In a page, components render again after a
 * change.
 */
export class PorticoAdminApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends AdminApp<HasTokenStore, ProjectId> {
  /** Returns the reads of one incoming request, with a hook for each. The same request returns the same object. */
  override forRequest(request: IncomingRequest): RequestScopeWithHooks {
    return withHooks(super.forRequest(request))
  }

  /** Reads the project with all its settings. */
  override async getProject(): Promise<AdminProjectWithHooks> {
    return withProjectHooks(await super.getProject())
  }

  /** Returns the project with all its settings. */
  useProject(): AdminProjectWithHooks {
    return withProjectHooks(show(this[porticoAppInternalsSymbol].projectResource()))
  }

  /** Lists the key sets of the project. Do not change the array: every component shows the same one. */
  useInternalApiKeys(): InternalApiKey[] {
    return show(this[porticoAppInternalsSymbol].internalApiKeysResource())
  }

  /** Lists the permissions that users can have in a team. Do not change the array: every component shows the same one. */
  useTeamPermissionDefinitions(): AdminTeamPermissionDefinition[] {
    return show(this[porticoAppInternalsSymbol].permissionDefinitionsResource('team'))
  }

  /** Lists the permissions that users can have in the project. Do not change the array: every component shows the same one. */
  useProjectPermissionDefinitions(): AdminProjectPermissionDefinition[] {
    return show(this[porticoAppInternalsSymbol].permissionDefinitionsResource('project'))
  }
}
