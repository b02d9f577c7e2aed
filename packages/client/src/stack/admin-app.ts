import type { Ports } from '../transport/ports.ts'
import { type AdminAppInternals, PorticoAdminApp } from '../admin/admin-app.ts'
import type { PorticoAdminAppOptions } from '../admin/admin-options.ts'
import { type ClientJsonInternals, clientJsonOfServer } from './client-json.ts'
import { inheritOptions, keepOptions, type OptionsOrInherited } from './inherited-options.ts'
import { porticoAppInternalsSymbol } from '../app/internals.ts'
import type { RawCallInternals } from './internals.ts'
import { adminCallsOf } from './server-internals.ts'

/**
 * A `PorticoAdminApp` that also reads the cookies of the original SDK, and can be serialized for the browser. A
 * separate module, like `StackServerApp`.
 */
export class StackAdminApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends PorticoAdminApp<HasTokenStore, ProjectId> {
  declare readonly [porticoAppInternalsSymbol]: AdminAppInternals &
    RawCallInternals &
    ClientJsonInternals<HasTokenStore, ProjectId>

  constructor(given: OptionsOrInherited<PorticoAdminAppOptions<HasTokenStore, ProjectId>>, ports?: Ports) {
    const options = inheritOptions<PorticoAdminAppOptions<HasTokenStore, ProjectId>>(given)
    const withCookies = { ...options, readUnprefixedCookies: options.readUnprefixedCookies ?? true }
    super(withCookies, ports)
    keepOptions(this, withCookies, true)
    const toClientJson = clientJsonOfServer(withCookies, this.urls, ports)
    const internals = this[porticoAppInternalsSymbol]
    Object.assign(internals, { toClientJson, ...adminCallsOf(internals, withCookies, ports) })
  }
}
