/** The SDK for servers with hooks, for components that only the server renders. It must not be imported by a page. */
import { PorticoServerApp as ServerApp, type IncomingRequest } from '@portico/client/server'
import { withHooks, type RequestScopeWithHooks } from './app/RequestScopeWithHooks.ts'

export { createAccessTokenVerifier, KnownError, KnownErrors, verifyWebhook } from '@portico/client/server'
export type * from '@portico/client/server'
export type { RequestScopeWithHooks } from './app/RequestScopeWithHooks.ts'

/** The server app with hooks: those of the client app are in `@portico/react`, those of servers on `forRequest`. */
export class PorticoServerApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends ServerApp<HasTokenStore, ProjectId> {
  /** Returns the reads of one incoming request, with a hook for each. The same request returns the same object. */
  override forRequest(request: IncomingRequest): RequestScopeWithHooks {
    return withHooks(super.forRequest(request))
  }
}
