import type { OwnerActions } from './owner-actions.ts'
import { type CreateOwnedApp, projectOwnerOf } from './owned-projects.ts'
import { defaultPorts, type Ports } from '../transport/ports.ts'
import { PorticoAdminApp } from '../admin/admin-app.ts'
import { PorticoClientApp } from '../app/client-app.ts'
import { porticoAppInternalsSymbol } from '../app/internals.ts'
import { readOwnerInvitation, type ReceivedOwnerInvitation } from './owner-invitation.ts'
import { partsOfInternalApp, type PorticoInternalAppOptions } from './internal-app-options.ts'

/**
 * Sign-in of the people who own projects: a `PorticoClientApp` of the project "internal". Its users list and create
 * projects.
 *
 * @example
 * const app = new PorticoInternalApp({ tokenStore: 'memory' })
 * await app.signInWithCredential({ email, password })
 * const user = await app.getUser({ or: 'throw' })
 * const project = await user.createProject({ displayName: 'Notes' })
 * const keys = await project.app.createInternalApiKey({
 *   description: 'Backend',
 *   expiresAt: nextYear,
 *   hasPublishableClientKey: true,
 *   hasSecretServerKey: true,
 *   hasSuperSecretAdminKey: false,
 * })
 */
export class PorticoInternalApp<HasTokenStore extends boolean = boolean> extends PorticoClientApp<
  HasTokenStore,
  'internal',
  OwnerActions
> {
  /** @param ports environment of the SDK; only tests pass their own */
  constructor(given: PorticoInternalAppOptions<HasTokenStore>, givenPorts: Ports = defaultPorts) {
    const { follow, options, ports } = partsOfInternalApp(given, givenPorts)
    // The apps of the projects use the environment as it was given: the sessions that they create are not that of the
    // owner.
    const createApp: CreateOwnedApp<PorticoAdminApp<false>> = (owned) => new PorticoAdminApp(owned, givenPorts)
    super(
      options,
      ports,
      (session, context) => projectOwnerOf(session, context, options, async () => createApp).actions,
    )
    follow(this)
  }

  /**
   * Checks the code of an invitation to a project's staff, without using it up. It requires no session, so that a page
   * can offer sign-in or sign-up.
   */
  getOwnerInvitation(code: string): Promise<ReceivedOwnerInvitation> {
    return readOwnerInvitation(this[porticoAppInternalsSymbol].request, code, { isSessionOptional: true })
  }
}
