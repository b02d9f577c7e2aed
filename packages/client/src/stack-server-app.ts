import type { Ports } from './transport/ports.ts'
import { PorticoServerApp } from './server-app.ts'
import type { PorticoServerAppOptions } from './server-options.ts'

/**
 * A `PorticoServerApp` that also reads the cookies of the original SDK. It is a module of its own, so that bundlers leave
 * it out of pages, which import only `StackClientApp` from the same entry.
 */
export class StackServerApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends PorticoServerApp<HasTokenStore, ProjectId> {
  constructor(options: PorticoServerAppOptions<HasTokenStore, ProjectId>, ports?: Ports) {
    super({ ...options, readUnprefixedCookies: options.readUnprefixedCookies ?? true }, ports)
  }
}
