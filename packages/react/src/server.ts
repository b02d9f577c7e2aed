/** The SDK for servers with hooks, for components that only the server renders. It must not be imported by a page. */
import {
  PorticoServerApp as ServerApp,
  porticoAppInternalsSymbol,
  type IncomingRequest,
  type PorticoServerAppOptions,
  type Project,
} from '@portico/client/server'
import { recordHooks } from './app/record-hooks.ts'
import { withHooks, type RequestScopeWithHooks } from './app/RequestScopeWithHooks.ts'
import { addServerHooks, type ServerAppWithHooks } from './app/server-hooks.ts'
import { useShared } from './app/shared-resource.ts'

export { resolveDestination, type Destination } from './handler/handler-path.ts'
export { createAccessTokenVerifier, KnownError, KnownErrors, verifyWebhook } from '@portico/client/server'
export type * from '@portico/client/server'
export type { RequestScopeWithHooks } from './app/RequestScopeWithHooks.ts'
export type { ServerHookUserOptions } from './app/server-hooks.ts'
export type * from './app/server-records.ts'

// An alias without the `use` prefix: lint rules report hooks that are called inside a class.
const show = useShared

// The static block of the class adds this type's hooks.
const ServerAppBase = ServerApp as unknown as new <HasTokenStore extends boolean, ProjectId extends string>(
  ...given: ConstructorParameters<typeof ServerApp<HasTokenStore, ProjectId>>
) => ServerAppWithHooks<HasTokenStore> & ServerApp<HasTokenStore, ProjectId>

/** The server app with hooks, as `ServerAppHooks` describes them. Those of the client app are in `@portico/react`. */
export class PorticoServerApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends ServerAppBase<HasTokenStore, ProjectId> {
  static {
    addServerHooks(this.prototype)
  }

  constructor(options: PorticoServerAppOptions<HasTokenStore, ProjectId>) {
    super(options, undefined, undefined, recordHooks)
  }

  /** Returns the reads of one incoming request, with a hook for each. The same request returns the same object. */
  override forRequest(request: IncomingRequest): RequestScopeWithHooks {
    return withHooks(super.forRequest(request))
  }

  /** Returns the public data of the project. */
  useProject(): Project {
    return show(this[porticoAppInternalsSymbol].readResource(['getProject'], () => this.getProject()))
  }
}
