/** The same things under the names an application that moves to Portico already uses: it changes the import, no more. */
import type { PorticoClientApp } from './client-app.ts'

export { PorticoClientApp as StackClientApp } from './client-app.ts'
export { porticoAppInternalsSymbol as stackAppInternalsSymbol } from './internals.ts'
export { KnownError, KnownErrors } from './known-error.ts'
export type { PorticoClientAppOptions as StackClientAppConstructorOptions } from './options.ts'
export type StackClientAppConstructor = typeof PorticoClientApp
export type { GetUserOptions } from './call-options.ts'
export type { Connection, OAuthConnection } from './connected-accounts.ts'
export type { CurrentUser, User } from './current-user.ts'
export type { Project, ProjectConfig } from './projects.ts'
export type { Result } from './result.ts'
export type { ActiveSession } from './sessions.ts'
export type { HandlerUrls } from './urls.ts'
