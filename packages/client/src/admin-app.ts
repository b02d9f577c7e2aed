import {
  type AdminProjectPermissionDefinition,
  type AdminProjectPermissionDefinitionCreateOptions,
  type AdminProjectPermissionDefinitionUpdateOptions,
  type AdminTeamPermissionDefinition,
  type AdminTeamPermissionDefinitionCreateOptions,
  type AdminTeamPermissionDefinitionUpdateOptions,
  PermissionDefinitions,
} from './admin/permission-definitions.ts'
import { type PorticoAdminAppOptions, resolveSuperSecretAdminKey } from './admin-options.ts'
import { createSecretRequest } from './server/secret-request.ts'
import { defaultPorts, type Ports } from './transport/ports.ts'
import { porticoAppInternalsSymbol } from './internals.ts'
import { PorticoServerApp } from './server-app.ts'
import type { Resource } from './resources/resource.ts'
import { resolveServerOptions } from './server-options.ts'

/** The members of an admin app for `@portico/react`. The same call returns the same resource object. */
export interface AdminAppInternals {
  permissionDefinitionsResource(scope: 'team'): Resource<AdminTeamPermissionDefinition[]>
  permissionDefinitionsResource(scope: 'project'): Resource<AdminProjectPermissionDefinition[]>
}

/**
 * The administration of one project, for servers that hold its super secret admin key. It has every member of
 * `PorticoServerApp`. Every call asks the service.
 *
 * @example
 * const app = new PorticoAdminApp({ tokenStore: null })
 * await app.createTeamPermissionDefinition({ id: 'moderator', containedPermissionIds: ['$remove_members'] })
 */
export class PorticoAdminApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends PorticoServerApp<HasTokenStore, ProjectId> {
  readonly [porticoAppInternalsSymbol]: AdminAppInternals
  readonly #definitions: { readonly team: PermissionDefinitions; readonly project: PermissionDefinitions }

  /** @param ports environment of the SDK; only tests pass their own */
  constructor(options: PorticoAdminAppOptions<HasTokenStore, ProjectId>, ports: Ports = defaultPorts) {
    const { superSecretAdminKey: givenKey, ...givenForServer } = options
    const superSecretAdminKey = resolveSuperSecretAdminKey(givenKey, ports)
    super(givenForServer, ports)
    const request = createSecretRequest(
      resolveServerOptions(givenForServer, ports),
      { 'x-stack-access-type': 'admin', 'x-stack-super-secret-admin-key': superSecretAdminKey },
      ports,
    )
    this.#definitions = {
      team: new PermissionDefinitions('team', request, ports),
      project: new PermissionDefinitions('project', request, ports),
    }
    this[porticoAppInternalsSymbol] = {
      permissionDefinitionsResource: (scope: 'team' | 'project') => this.#definitions[scope].resource,
    }
  }

  /** Lists the permissions that users can have in a team: the system permissions and those of the project. */
  listTeamPermissionDefinitions(): Promise<AdminTeamPermissionDefinition[]> {
    return this.#definitions.team.list()
  }

  /** Defines a permission of teams. It can contain system permissions and other permissions of teams. */
  createTeamPermissionDefinition(
    options: AdminTeamPermissionDefinitionCreateOptions,
  ): Promise<AdminTeamPermissionDefinition> {
    return this.#definitions.team.create(options)
  }

  /** Changes or renames a permission of teams. Absent options stay unchanged. */
  updateTeamPermissionDefinition(id: string, options: AdminTeamPermissionDefinitionUpdateOptions): Promise<void> {
    return this.#definitions.team.update(id, options)
  }

  /** Deletes a permission of teams, every grant of it, and every reference to it. */
  deleteTeamPermissionDefinition(id: string): Promise<void> {
    return this.#definitions.team.delete(id)
  }

  /** Lists the permissions that users can have in the whole project. */
  listProjectPermissionDefinitions(): Promise<AdminProjectPermissionDefinition[]> {
    return this.#definitions.project.list()
  }

  /** Defines a permission of the project. It can contain other permissions of the project. */
  createProjectPermissionDefinition(
    options: AdminProjectPermissionDefinitionCreateOptions,
  ): Promise<AdminProjectPermissionDefinition> {
    return this.#definitions.project.create(options)
  }

  /** Changes or renames a permission of the project. Absent options stay unchanged. */
  updateProjectPermissionDefinition(id: string, options: AdminProjectPermissionDefinitionUpdateOptions): Promise<void> {
    return this.#definitions.project.update(id, options)
  }

  /** Deletes a permission of the project, every grant of it, and every reference to it. */
  deleteProjectPermissionDefinition(id: string): Promise<void> {
    return this.#definitions.project.delete(id)
  }
}
