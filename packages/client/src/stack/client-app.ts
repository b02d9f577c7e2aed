import { type BrowserDialogs, withBrowserDialogs } from './browser-dialogs.ts'
import { type ClientJsonInternals, clientJsonOf, rebuildApp, type StackClientAppJson } from './client-json.ts'
import { type AppInternals, porticoAppInternalsSymbol } from '../app/internals.ts'
import { inheritClientOptions, keepOptions, type OptionsOrInherited } from './inherited-options.ts'
import type { PorticoClientAppOptions } from '../app/options.ts'
import type { Ports } from '../transport/ports.ts'
import { PorticoClientApp } from '../app/client-app.ts'
import { type StackClientInternals, stackInternalsOf } from './internals.ts'
import { ownerExtrasOf, type OwnerExtras } from './owner.ts'

/**
 * A `PorticoClientApp` that also reads the cookies of the original SDK, and can be serialized. A separate module, so
 * that bundlers leave the code for admins out of pages, which load it when an owner lists or creates projects.
 */
export class StackClientApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends PorticoClientApp<HasTokenStore, ProjectId, OwnerExtras<ProjectId>> {
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
    ports?: Ports,
  ) {
    const options = inheritClientOptions<PorticoClientAppOptions<HasTokenStore, ProjectId> & BrowserDialogs>(given)
    const withCookies = { ...options, readUnprefixedCookies: options.readUnprefixedCookies ?? true }
    super(withCookies, withBrowserDialogs(options, ports), (session, context) =>
      ownerExtrasOf(session, context, { projectId: context.options.projectId, options, ports }),
    )
    keepOptions(this, withCookies)
    const internals = this[porticoAppInternalsSymbol]
    const toClientJson = clientJsonOf(withCookies, this.urls, ports)
    Object.assign(internals, { toClientJson, ...stackInternalsOf(internals, withCookies, ports) })
  }
}
