/**
 * The app of the project "internal" with hooks, for the pages of the people who own projects. It has the admin app too, so it
 * must not be imported by other pages.
 */
import {
  partsOfInternalApp,
  projectOwnerOf,
  type AdminOwnedProject,
  type PorticoInternalAppOptions,
} from '@portico/client/admin'
import { PorticoAdminApp } from './admin.ts'
import type { CurrentUserWithHooks } from './app/app-with-hooks.ts'
import { withOwnerHooks, type OwnerActionsWithHooks } from './app/owner-hooks.ts'
import { PorticoClientApp } from './app/PorticoClientApp.ts'

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
}
