import {
  porticoAppInternalsSymbol,
  type IncomingRequest,
  type OptionsArgument,
  type PorticoServerApp,
  type RequestUserOptions,
  type ServerListTeamsOptions,
  type ServerListUsersOptions,
} from '@portico/client/server'
import type { RequestScopeWithHooks } from './RequestScopeWithHooks.ts'
import type { AppMethodsWithHooks } from './server-methods.ts'
import type {
  CurrentServerUserWithHooks,
  ServerTeamListWithHooks,
  ServerTeamWithHooks,
  ServerUserListWithHooks,
  ServerUserWithHooks,
} from './server-records.ts'
import { useShared } from './shared-resource.ts'

// An alias without the `use` prefix: lint rules report hooks that are called inside other functions.
const show = useShared

/** The user of a request. A request as the token store of the app needs no option. */
export type ServerHookUserOptions<HasTokenStore extends boolean = boolean> = RequestUserOptions &
  (HasTokenStore extends false ? { tokenStore: IncomingRequest } : { tokenStore?: IncomingRequest })

/**
 * The hooks of a server or admin app. They suspend until their value is loaded. All requests share the values: for five
 * seconds, or until a change through the app. In a page, components render again after a change.
 */
export interface ServerAppHooks<HasTokenStore extends boolean> {
  /** Returns any user by id, or null for an unknown id. */
  useUser(id: string): ServerUserWithHooks | null
  /** Returns the user who sent a request, like `forRequest(request).useUser`. */
  useUser(options: ServerHookUserOptions<HasTokenStore> & { or: 'throw' }): CurrentServerUserWithHooks
  useUser(
    ...options: OptionsArgument<HasTokenStore, ServerHookUserOptions<HasTokenStore>>
  ): CurrentServerUserWithHooks | null
  /** @deprecated Use `useUser`. */
  useUserById(id: string): ServerUserWithHooks | null
  /** Lists users like `listUsers`. Do not change the array: every component shows the same one. */
  useUsers(options?: ServerListUsersOptions): ServerUserListWithHooks
  /** Returns any team by id, or null for an unknown id. */
  useTeam(id: string): ServerTeamWithHooks | null
  /** Lists teams like `listTeams`. Do not change the array: every component shows the same one. */
  useTeams(options?: ServerListTeamsOptions): ServerTeamListWithHooks
}

/** What hooks add to an app of `@portico/client`. */
export type ServerAppWithHooks<HasTokenStore extends boolean, UserExtras = unknown> = ServerAppHooks<HasTokenStore> &
  AppMethodsWithHooks<HasTokenStore, UserExtras>

/** An app whose scopes have hooks. */
type App = { forRequest(request: IncomingRequest): RequestScopeWithHooks } & PorticoServerApp

/** Adds the hooks to a class of server or admin apps. Its type declares them as `ServerAppWithHooks`. */
export function addServerHooks(prototype: App): void {
  const hooks: Record<keyof ServerAppHooks<boolean>, (this: App, given: never) => unknown> = {
    useUser(given: string | ServerHookUserOptions = {}) {
      return typeof given === 'string' ? readUser(this, given) : this.forRequest(requestOf(this, given)).useUser(given)
    },
    useUserById(id: string) {
      return readUser(this, id)
    },
    useUsers(options?: ServerListUsersOptions) {
      return read(this, ['listUsers', options], () => this.listUsers(options))
    },
    useTeam(id: string) {
      if (typeof id !== 'string') throw refusalOf('useTeam')
      return read(this, ['getTeam', id], () => this.getTeam(id))
    },
    useTeams(options?: ServerListTeamsOptions) {
      return read(this, ['listTeams', options], () => this.listTeams(options))
    },
  }
  Object.assign(prototype, hooks)
}

function read<Value>(app: PorticoServerApp, key: readonly unknown[], load: () => Promise<Value>): Value {
  return show(app[porticoAppInternalsSymbol].readResource(key, load))
}

function readUser(app: PorticoServerApp, id: string): unknown {
  if (typeof id !== 'string') throw refusalOf('useUserById')
  return read(app, ['getUser', id], () => app.getUser(id))
}

/** Returns the request whose user a hook shows. */
function requestOf(app: PorticoServerApp, given: ServerHookUserOptions): IncomingRequest {
  const { tokenStore = app[porticoAppInternalsSymbol].incomingRequest } = given
  // Without types, callers pass the options of the client, and API keys.
  const or: unknown = given.or
  if (or === 'redirect' || or === 'anonymous') {
    throw new Error(`\`useUser\` cannot do { or: '${or}' } on a server. Use 'throw' or 'return-null'.`)
  }
  const isRequest = typeof tokenStore === 'object' && tokenStore !== null && 'headers' in tokenStore
  if ('apiKey' in given || !isRequest) throw refusalOf('useUser')
  return tokenStore
}

/** All requests share the values of an app, so they must not contain the user of a session or an API key. */
function refusalOf(hook: string): Error {
  return new Error(
    `\`${hook}\` of the app needs an id, because all requests share its value. Use \`app.forRequest(request).${hook}\` for the user of a request and for API keys.`,
  )
}
