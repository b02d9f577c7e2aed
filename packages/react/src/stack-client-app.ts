import { porticoAppInternalsSymbol, type AppInternals, type PorticoClientAppOptions } from '@portico/client'
import {
  clientJsonOf,
  inheritClientOptions,
  keepOptions,
  projectOwnerOf,
  rebuildApp,
  stackInternalsOf,
  withBrowserDialogs,
  type BrowserDialogs,
  type ClientJsonInternals,
  type CreateOwnedApp,
  type OptionsOrInherited,
  type StackClientAppJson,
  type StackClientInternals,
} from '@portico/client/stack'
import { withOwnerHooks, type OwnerActionsWithHooks } from './app/owner-hooks.ts'
import { PorticoClientApp } from './react.ts'
import type { StackAdminApp } from './stack-admin-app.ts'

/** The users of the project "internal" own projects. */
type UserExtras<ProjectId extends string> = ProjectId extends 'internal'
  ? OwnerActionsWithHooks<StackAdminApp<false>>
  : unknown

/**
 * A `PorticoClientApp` that also reads the cookies of the original SDK, and can be serialized. A separate module, so
 * that bundlers leave the code for admins out of pages, which load it when an owner lists or creates projects.
 */
export class StackClientApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends PorticoClientApp<HasTokenStore, ProjectId, UserExtras<ProjectId>> {
  static readonly [porticoAppInternalsSymbol] = {
    /** Creates the app of a serialized one. The same identifier returns the same app. */
    fromClientJson: <HasTokenStore extends boolean, ProjectId extends string>(
      json: StackClientAppJson<HasTokenStore, ProjectId>,
    ): StackClientApp<HasTokenStore, ProjectId> => rebuildApp(json, () => new StackClientApp(json)),
  }

  declare readonly [porticoAppInternalsSymbol]: AppInternals &
    StackClientInternals &
    ClientJsonInternals<HasTokenStore, ProjectId>

  constructor(
    given: OptionsOrInherited<PorticoClientAppOptions<HasTokenStore, ProjectId> & BrowserDialogs, PorticoClientApp>,
  ) {
    const options = inheritClientOptions<PorticoClientAppOptions<HasTokenStore, ProjectId> & BrowserDialogs>(given)
    const withCookies = { ...options, readUnprefixedCookies: options.readUnprefixedCookies ?? true }
    super(withCookies, withBrowserDialogs(options), (session, context) => {
      const isOwner = context.options.projectId === 'internal'
      const extras = isOwner ? withOwnerHooks(projectOwnerOf(session, context, options, loadCreateApp)) : {}
      // Unchecked cast: the type depends on the id of the project.
      return extras as UserExtras<ProjectId> & object
    })
    keepOptions(this, withCookies)
    const internals = this[porticoAppInternalsSymbol]
    const toClientJson = clientJsonOf(withCookies, this.urls)
    Object.assign(internals, { toClientJson, ...stackInternalsOf(internals, withCookies) })
  }
}

async function loadCreateApp(): Promise<CreateOwnedApp<StackAdminApp<false>>> {
  const module = await import('./stack-admin-app.ts')
  return (owned) => new module.StackAdminApp(owned)
}
