import { porticoAppInternalsSymbol } from '@portico/client/admin'
import { clientJsonOfServer, type ClientJsonInternals } from '@portico/client/stack'
import { PorticoAdminApp, type PorticoAdminAppOptions } from './admin.ts'

/**
 * A `PorticoAdminApp` that also reads the cookies of the original SDK, and can be serialized for the browser. It is a module
 * of its own, so that bundlers leave it out of pages.
 */
export class StackAdminApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends PorticoAdminApp<HasTokenStore, ProjectId> {
  declare readonly [porticoAppInternalsSymbol]: PorticoAdminApp<
    HasTokenStore,
    ProjectId
  >[typeof porticoAppInternalsSymbol] &
    ClientJsonInternals<HasTokenStore, ProjectId>

  constructor(options: PorticoAdminAppOptions<HasTokenStore, ProjectId>) {
    const withCookies = { ...options, readUnprefixedCookies: options.readUnprefixedCookies ?? true }
    super(withCookies)
    const toClientJson = clientJsonOfServer(withCookies, this.urls)
    Object.assign(this[porticoAppInternalsSymbol], { toClientJson })
  }
}
