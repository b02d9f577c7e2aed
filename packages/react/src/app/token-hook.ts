import type { OAuthConnection } from '@portico/client'
import type { OAuthConnectionWithHooks } from './app-with-hooks.ts'

/** Returns the token of a connection. Suspends until it is loaded. */
export type UseTokenOf = (connection: OAuthConnection) => ReturnType<OAuthConnectionWithHooks['useAccessToken']>

const connectionsWithHooks = new WeakMap<OAuthConnection, OAuthConnectionWithHooks>()
const listsWithHooks = new WeakMap<OAuthConnection[], OAuthConnectionWithHooks[]>()

/** Adds the hook for the token. Returns the same object for the same connection, so that React sees a stable value. */
export function withTokenHook(connection: OAuthConnection, useTokenOf: UseTokenOf): OAuthConnectionWithHooks {
  const known = connectionsWithHooks.get(connection) ?? {
    ...connection,
    useAccessToken: () => useTokenOf(connection),
  }
  connectionsWithHooks.set(connection, known)
  return known
}

/** Returns the same list for the same list, so that React sees a stable value. */
export function withTokenHooks(connections: OAuthConnection[], useTokenOf: UseTokenOf): OAuthConnectionWithHooks[] {
  const known =
    listsWithHooks.get(connections) ?? connections.map((connection) => withTokenHook(connection, useTokenOf))
  listsWithHooks.set(connections, known)
  return known
}
