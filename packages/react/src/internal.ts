/**
 * The app of the project "internal" with hooks, for the pages of the people who own projects. It has the admin app too, so it
 * must not be imported by other pages.
 */
import type { GetUserOptions } from '@portico/client'
import {
  OwnedProjects,
  partsOfInternalApp,
  type AdminOwnedProject,
  type CurrentInternalUser,
  type OptionsArgument,
  type OwnerActions,
  type PorticoInternalAppOptions,
} from '@portico/client/admin'
import { PorticoAdminApp } from './admin.ts'
import { withHooksOfAll, type AdminProjectWithHooks } from './app/admin-hooks.ts'
import type { CurrentUserWithHooks } from './app/app-with-hooks.ts'
import { PorticoClientApp } from './app/PorticoClientApp.ts'
import { useResource } from './app/resource-hooks.ts'

export { PorticoAdminApp } from './admin.ts'
export type { AdminProjectWithHooks } from './app/admin-hooks.ts'
export type { PorticoInternalAppOptions } from '@portico/client/admin'

type ReactAdminApp = PorticoAdminApp<false>

/** A project of the signed-in owner. Its app has hooks, which suspend until their value is loaded. */
export type AdminOwnedProjectWithHooks = AdminOwnedProject<ReactAdminApp> & AdminProjectWithHooks

/** A signed-in user of the project "internal". */
export interface CurrentInternalUserWithHooks extends CurrentUserWithHooks, OwnerActions<ReactAdminApp> {
  /**
   * Lists the projects that the user owns. Suspends until they are loaded. Do not change the array: every component shows the
   * same one.
   */
  useOwnedProjects(): AdminOwnedProjectWithHooks[]
}

// An alias without the `use` prefix: lint rules report hooks that are called inside a class.
const show = useResource

const usersWithProjects = new WeakMap<CurrentUserWithHooks, CurrentInternalUserWithHooks>()

/** A `PorticoInternalApp` of `@portico/client/admin` with hooks. */
export class PorticoInternalApp<HasTokenStore extends boolean = boolean> extends PorticoClientApp<
  HasTokenStore,
  'internal'
> {
  readonly #ownedProjects: OwnedProjects<ReactAdminApp>

  constructor(given: PorticoInternalAppOptions<HasTokenStore>) {
    const { follow, options, ports } = partsOfInternalApp(given)
    super(options, ports)
    this.#ownedProjects = new OwnedProjects(this, options, (appOptions) => new PorticoAdminApp(appOptions))
    follow(this)
  }

  override getUser(
    options: GetUserOptions<HasTokenStore> & { or: 'redirect' | 'throw' | 'anonymous' },
  ): Promise<CurrentInternalUser<ReactAdminApp>>
  override getUser(
    ...options: OptionsArgument<HasTokenStore, GetUserOptions<HasTokenStore>>
  ): Promise<CurrentInternalUser<ReactAdminApp> | null>
  override async getUser(options: GetUserOptions = {}): Promise<CurrentInternalUser<ReactAdminApp> | null> {
    const user = await (super.getUser as PorticoClientApp['getUser']).call(this, options)
    return user && this.#ownedProjects.extend(user, options.tokenStore)
  }

  override useUser(options: GetUserOptions & { or: 'redirect' | 'throw' | 'anonymous' }): CurrentInternalUserWithHooks
  override useUser(options?: GetUserOptions): CurrentInternalUserWithHooks | null
  override useUser(options?: GetUserOptions): CurrentInternalUserWithHooks | null {
    const user = super.useUser(options)
    return user && this.#withProjects(user, options?.tokenStore)
  }

  #withProjects(user: CurrentUserWithHooks, tokenStore: GetUserOptions['tokenStore']): CurrentInternalUserWithHooks {
    const known = usersWithProjects.get(user)
    if (known) return known
    const withProjects = Object.freeze({
      // Unchecked cast: the users of this app have the methods for owned projects.
      ...(user as CurrentUserWithHooks & OwnerActions<ReactAdminApp>),
      useOwnedProjects: () => withHooksOfAll(show(this.#ownedProjects.resourceOf(user, tokenStore))),
    })
    usersWithProjects.set(user, withProjects)
    return withProjects
  }
}
