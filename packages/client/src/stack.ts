/** The client and server entries under the names of the original SDK. An application that migrates changes only the import. */
import type { SessionMethods } from './resources/current-user.ts'
import type { PorticoClientAppOptions } from './options.ts'
import type { Ports } from './transport/ports.ts'
import { PorticoClientApp } from './client-app.ts'
import type { StackServerApp } from './stack-server-app.ts'

/** A `PorticoClientApp` that also reads the cookies of the original SDK. */
export class StackClientApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends PorticoClientApp<HasTokenStore, ProjectId> {
  constructor(options: PorticoClientAppOptions<HasTokenStore, ProjectId>, ports?: Ports) {
    super({ ...options, readUnprefixedCookies: options.readUnprefixedCookies ?? true }, ports)
  }
}

export { StackServerApp } from './stack-server-app.ts'
export type { PorticoServerAppOptions as StackServerAppConstructorOptions } from './server-options.ts'
export { porticoAppInternalsSymbol as stackAppInternalsSymbol } from './internals.ts'
export { KnownError, KnownErrors } from './transport/known-error.ts'
export type { OAuthScopesOnSignIn, PorticoClientAppOptions as StackClientAppConstructorOptions } from './options.ts'
/** The options of an app, serialized on a server for the browser. */
export type StackClientAppJson<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> = PorticoClientAppOptions<HasTokenStore, ProjectId> & { readonly uniqueIdentifier: string }
export type StackClientAppConstructor = typeof StackClientApp
export type StackServerAppConstructor = typeof StackServerApp
export type { CurrentServerUser, ServerUser } from './server/server-user.ts'
export type { ServerListUsersOptions } from './server/users.ts'
export type { GetUserOptions } from './call-options.ts'
export type { Connection, OAuthConnection, OAuthProvider } from './resources/connected-accounts.ts'
export type { CurrentUser, SessionMethods as Auth, User } from './resources/current-user.ts'
/** The tokens of the current session. */
export type Session = SessionMethods['currentSession']
export type { Project, ProjectConfig } from './resources/projects.ts'
export type { Result } from './transport/result.ts'
export type { ActiveSession } from './resources/sessions.ts'
export type { HandlerUrls } from './pages/urls.ts'
