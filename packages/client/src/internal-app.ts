import type { GetUserOptions, OptionsArgument } from './call-options.ts'
import { type CurrentInternalUser, OwnedProjects } from './owned-projects.ts'
import { defaultPorts, type Ports } from './transport/ports.ts'
import { PorticoAdminApp } from './admin-app.ts'
import { PorticoClientApp } from './client-app.ts'
import { partsOfInternalApp, type PorticoInternalAppOptions } from './internal-app-options.ts'

/**
 * Sign-in of the people who own projects: a `PorticoClientApp` of the project "internal". Its users list and create projects.
 *
 * @example
 * const app = new PorticoInternalApp({ tokenStore: 'memory' })
 * await app.signInWithCredential({ email, password })
 * const user = await app.getUser({ or: 'throw' })
 * const project = await user.createProject({ displayName: 'Notes' })
 * const keys = await project.app.createInternalApiKey({ … })
 */
export class PorticoInternalApp<HasTokenStore extends boolean = boolean> extends PorticoClientApp<
  HasTokenStore,
  'internal'
> {
  readonly #ownedProjects: OwnedProjects

  /** @param ports environment of the SDK; only tests pass their own */
  constructor(given: PorticoInternalAppOptions<HasTokenStore>, givenPorts: Ports = defaultPorts) {
    const { follow, options, ports } = partsOfInternalApp(given, givenPorts)
    super(options, ports)
    this.#ownedProjects = new OwnedProjects(
      this,
      options,
      (appOptions, adminPorts) => new PorticoAdminApp(appOptions, adminPorts),
      givenPorts,
    )
    follow(this)
  }

  /** Fetches the current user. `GetUserOr` sets what happens if no user is signed in. */
  override getUser(
    options: GetUserOptions<HasTokenStore> & { or: 'redirect' | 'throw' | 'anonymous' },
  ): Promise<CurrentInternalUser>
  override getUser(
    ...options: OptionsArgument<HasTokenStore, GetUserOptions<HasTokenStore>>
  ): Promise<CurrentInternalUser | null>
  override async getUser(options: GetUserOptions = {}): Promise<CurrentInternalUser | null> {
    const user = await (super.getUser as PorticoClientApp['getUser']).call(this, options)
    return user && this.#ownedProjects.extend(user, options.tokenStore)
  }
}
