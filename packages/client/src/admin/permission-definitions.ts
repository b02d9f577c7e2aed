import type { SendRequest } from '../transport/request.ts'
import type { Ports } from '../transport/ports.ts'
import { CachedResource } from '../resources/resource.ts'
import { bodyOf } from '../transport/body-of.ts'
import { present } from '../transport/present.ts'

/** Where the users have a permission: in a team, or in the whole project. */
export type DefinitionScope = 'team' | 'project'

/** A permission, and those that it contains. */
interface PermissionDefinition {
  /** The name by which code checks the permission. */
  readonly id: string
  /** What the permission is for. */
  readonly description?: string
  /** The permissions that this one contains: a user who has this one has them too. */
  readonly containedPermissionIds: string[]
}

/** The fields of a new permission. */
interface CreateOptions {
  /** Lower-case letters, digits, `_` and `:`. */
  id: string
  /** What the permission is for. */
  description?: string
  /** The permissions that this one contains: a user who has this one has them too. */
  containedPermissionIds: string[]
  /** Accepted for compatibility and ignored. The settings of the project list the default permissions. */
  isDefaultUserPermission?: boolean
}

/** Changes of a permission. Absent fields keep their value. */
interface UpdateOptions {
  /** Renames the permission. Users keep it, and everything that refers to it follows. */
  id?: string
  /** What the permission is for. */
  description?: string
  /** The permissions that this one contains: a user who has this one has them too. Replaces the list. */
  containedPermissionIds?: string[]
}

/** A permission that members of teams can have. */
export type AdminTeamPermissionDefinition = PermissionDefinition
/** A new permission that members of teams can have. */
export type AdminTeamPermissionDefinitionCreateOptions = CreateOptions
/** Changes to a team permission. Absent fields keep their value. */
export type AdminTeamPermissionDefinitionUpdateOptions = UpdateOptions
/** A permission that users can have in the whole project. */
export type AdminProjectPermissionDefinition = PermissionDefinition
/** A new permission that users can have in the whole project. */
export type AdminProjectPermissionDefinitionCreateOptions = CreateOptions
/** Changes to a project permission. Absent fields keep their value. */
export type AdminProjectPermissionDefinitionUpdateOptions = UpdateOptions

/** The permission definitions of one scope. */
export class PermissionDefinitions {
  /** The list, for hooks. Each change through this object fetches it again or drops it. */
  readonly resource: CachedResource<PermissionDefinition[]>
  readonly #request: SendRequest<'admin'>
  readonly #path: `/${DefinitionScope}-permission-definitions`

  constructor(scope: DefinitionScope, request: SendRequest<'admin'>, ports: Ports) {
    this.resource = new CachedResource(ports, () => this.list())
    this.#request = request
    this.#path = `/${scope}-permission-definitions`
  }

  async list(): Promise<PermissionDefinition[]> {
    const { items } = await this.#request(`GET ${this.#path}`)
    return items.map((read) => present(read))
  }

  async create(options: CreateOptions): Promise<PermissionDefinition> {
    const created = await this.#request(`POST ${this.#path}`, { body: { ...bodyOf(options), id: options.id } })
    await this.resource.renew()
    return present(created)
  }

  async update(id: string, options: UpdateOptions): Promise<void> {
    await this.#request(`PATCH ${this.#path}/{id}`, {
      params: { id },
      body: bodyOf(options),
    })
    await this.resource.renew()
  }

  async delete(id: string): Promise<void> {
    await this.#request(`DELETE ${this.#path}/{id}`, { params: { id } })
    await this.resource.renew()
  }
}
