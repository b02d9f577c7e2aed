import { type ClientJsonInternals, clientJsonOf, rebuildApp, type StackClientAppJson } from './client-json.ts'
import { type AppInternals, porticoAppInternalsSymbol } from './internals.ts'
import type { OwnerActions } from './owner-actions.ts'
import { type CreateOwnedApp, projectOwnerOf } from './owned-projects.ts'
import type { PorticoClientAppOptions } from './options.ts'
import type { Ports } from './transport/ports.ts'
import { PorticoClientApp } from './client-app.ts'
import type { StackAdminApp } from './stack-admin-app.ts'

/** The users of the project "internal" own projects. */
type UserExtras<ProjectId extends string> = ProjectId extends 'internal' ? OwnerActions<StackAdminApp<false>> : unknown

/**
 * A `PorticoClientApp` that also reads the cookies of the original SDK, and can be serialized. A module of its own, so that
 * bundlers leave the code for admins out of pages, which load it when an owner lists or creates projects.
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

  declare readonly [porticoAppInternalsSymbol]: AppInternals & ClientJsonInternals<HasTokenStore, ProjectId>

  constructor(options: PorticoClientAppOptions<HasTokenStore, ProjectId>, ports?: Ports) {
    const withCookies = { ...options, readUnprefixedCookies: options.readUnprefixedCookies ?? true }
    super(withCookies, ports, (session, context) => {
      const isOwner = context.options.projectId === 'internal'
      const extras = isOwner ? projectOwnerOf(session, context, options, () => loadCreateApp(ports)).actions : {}
      // Unchecked cast: the type depends on the id of the project.
      return extras as UserExtras<ProjectId> & object
    })
    Object.assign(this[porticoAppInternalsSymbol], { toClientJson: clientJsonOf(withCookies, this.urls, ports) })
  }
}

async function loadCreateApp(ports: Ports | undefined): Promise<CreateOwnedApp<StackAdminApp<false>>> {
  const module = await import('./stack-admin-app.ts')
  return (owned) => new module.StackAdminApp(owned, ports)
}
