import { type ClientJsonInternals, clientJsonOfServer } from './client-json.ts'
import { inheritOptions, keepOptions, type OptionsOrInherited } from './inherited-options.ts'
import { porticoAppInternalsSymbol } from '../app/internals.ts'
import { PorticoServerApp, type ServerAppInternals, type ServerExtensions } from '../server/server-app.ts'
import type { PorticoServerAppOptions } from '../server/server-options.ts'
import type { RawCallInternals } from './internals.ts'
import type { Ports } from '../transport/ports.ts'
import { serverPorts } from '../transport/server-ports.ts'
import { serverCallsOf } from './server-internals.ts'
import { ownerExtrasOf, type OwnerExtras } from './owner.ts'

/**
 * A `PorticoServerApp` that also reads the cookies of the original SDK, and can be serialized for the browser. A
 * separate module, so that bundlers leave it out of pages, which import only `StackClientApp` from the same entry.
 */
export class StackServerApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends PorticoServerApp<HasTokenStore, ProjectId, OwnerExtras<ProjectId>> {
  declare readonly [porticoAppInternalsSymbol]: ServerAppInternals &
    RawCallInternals &
    ClientJsonInternals<HasTokenStore, ProjectId>

  constructor(
    given: OptionsOrInherited<PorticoServerAppOptions<HasTokenStore, ProjectId>>,
    ports: Ports = serverPorts,
    extensions?: ServerExtensions<OwnerExtras<ProjectId>>,
  ) {
    const options = inheritOptions<PorticoServerAppOptions<HasTokenStore, ProjectId>>(given)
    const withCookies = { ...options, readUnprefixedCookies: options.readUnprefixedCookies ?? true }
    super(withCookies, ports, undefined, {
      currentUser: (session, context) => ownerExtrasOf(session, context, { projectId: this.projectId, options, ports }),
      ...extensions,
    })
    keepOptions(this, withCookies, true)
    const toClientJson = clientJsonOfServer(withCookies, this.urls, ports)
    const internals = this[porticoAppInternalsSymbol]
    Object.assign(internals, { toClientJson, ...serverCallsOf(internals, withCookies, ports) })
  }
}
