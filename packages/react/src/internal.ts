/**
 * The app of the project "internal" with hooks, for the pages of the people who own projects. It contains the admin app
 * too, so other pages must not import it.
 */
import { porticoAppInternalsSymbol } from '@portico/client'
import {
  partsOfInternalApp,
  projectOwnerOf,
  readOwnerInvitation,
  type AdminOwnedProject,
  type PorticoInternalAppOptions,
  type ReceivedOwnerInvitation,
} from '@portico/client/admin'
import { PorticoAdminApp } from './admin.ts'
import type { CurrentUserWithHooks } from './app/app-with-hooks.ts'
import { withOwnerHooks, type OwnerActionsWithHooks } from './app/owner-hooks.ts'
import { PorticoClientApp } from './app/PorticoClientApp.ts'

export { useIsAtIpAddress } from './hooks/useIsAtIpAddress.ts'
export { PorticoAdminApp, type AdminProjectWithHooks } from './admin.ts'
export type { PorticoInternalAppOptions } from '@portico/client/admin'

/** A project of the signed-in owner. Its app has hooks, which suspend until their value is loaded. */
export type AdminOwnedProjectWithHooks = AdminOwnedProject<PorticoAdminApp<false>>

/** A signed-in user of the project "internal". */
export type CurrentInternalUserWithHooks = CurrentUserWithHooks & OwnerActionsWithHooks<PorticoAdminApp<false>>

/** A `PorticoInternalApp` of `@portico/client/admin` with hooks. */
export class PorticoInternalApp<HasTokenStore extends boolean = boolean> extends PorticoClientApp<
  HasTokenStore,
  'internal',
  OwnerActionsWithHooks<PorticoAdminApp<false>>
> {
  constructor(given: PorticoInternalAppOptions<HasTokenStore>) {
    const { follow, options, ports } = partsOfInternalApp(given)
    super(options, ports, (session, context) =>
      withOwnerHooks(projectOwnerOf(session, context, options, async () => (owned) => new PorticoAdminApp(owned))),
    )
    follow(this)
  }

  /**
   * Checks the code of an invitation to a project's staff, without using it up. It requires no session, so that a page
   * can offer sign-in or sign-up.
   */
  getOwnerInvitation(code: string): Promise<ReceivedOwnerInvitation> {
    const internals = this[porticoAppInternalsSymbol]
    const session = internals.holder().current()
    return readOwnerInvitation(internals.request, code, { session, isSessionOptional: true })
  }
}
