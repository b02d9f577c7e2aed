import type { MetricsRead } from '@portico/contract'

import { porticoAppInternalsSymbol, type PorticoAdminAppOptions } from '@portico/client/admin'
import {
  adminCallsOf,
  clientJsonOfServer,
  inheritOptions,
  keepOptions,
  type ClientJsonInternals,
  type OptionsOrInherited,
  type RawCallInternals,
} from '@portico/client/stack'
import { useShared } from './app/shared-resource.ts'
import { PorticoAdminApp } from './admin.ts'

// An alias without the `use` prefix: lint rules report hooks that are called inside a class.
const show = useShared

/**
 * A `PorticoAdminApp` that also reads the cookies of the original SDK, and can be serialized for the browser. It is a
 * separate module, so that bundlers leave it out of pages.
 */
export class StackAdminApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends PorticoAdminApp<HasTokenStore, ProjectId> {
  declare readonly [porticoAppInternalsSymbol]: PorticoAdminApp<
    HasTokenStore,
    ProjectId
  >[typeof porticoAppInternalsSymbol] &
    ClientJsonInternals<HasTokenStore, ProjectId> &
    RawCallInternals & {
      /** Returns the figures of the project as the service sends them. */
      useMetrics(): MetricsRead
    }

  constructor(given: OptionsOrInherited<PorticoAdminAppOptions<HasTokenStore, ProjectId>>) {
    const options = inheritOptions<PorticoAdminAppOptions<HasTokenStore, ProjectId>>(given)
    const withCookies = { ...options, readUnprefixedCookies: options.readUnprefixedCookies ?? true }
    super(withCookies)
    keepOptions(this, withCookies, true)
    const toClientJson = clientJsonOfServer(withCookies, this.urls)
    const internals = this[porticoAppInternalsSymbol]
    const useMetrics = () => show(internals.metricsResource())
    Object.assign(internals, { toClientJson, useMetrics, ...adminCallsOf(internals, withCookies) })
  }
}
