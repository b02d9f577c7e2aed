import type { OAuthConnection } from '@portico/client'
import type { OAuthConnectionWithHooks } from './app-with-hooks.ts'

const connectionsWithHooks = new WeakMap<OAuthConnection, OAuthConnectionWithHooks>()
const listsWithHooks = new WeakMap<OAuthConnection[], OAuthConnectionWithHooks[]>()

/** Adds the hook for the token. Returns the same object for the same connection, so that React sees a stable value. */
export function withTokenHook(connection: OAuthConnection): OAuthConnectionWithHooks {
  const known = connectionsWithHooks.get(connection)
  if (known) return known
  const token = suspended(() => connection.getAccessToken())
  const withHook = { ...connection, useAccessToken: token }
  connectionsWithHooks.set(connection, withHook)
  return withHook
}

/** Returns the same list for the same list, so that React sees a stable value. */
export function withTokenHooks(connections: OAuthConnection[]): OAuthConnectionWithHooks[] {
  const known = listsWithHooks.get(connections) ?? connections.map(withTokenHook)
  listsWithHooks.set(connections, known)
  return known
}

/** Returns a reader that loads the value on its first call and suspends until it is loaded. */
function suspended<Value>(load: () => Promise<Value>): () => Value {
  let outcome: { readonly value: Value } | { readonly cause: unknown } | null = null
  let loading: Promise<void> | null = null
  return () => {
    loading ??= load().then(
      (value) => void (outcome = { value }),
      (cause: unknown) => void (outcome = { cause }),
    )
    if (!outcome) throw loading
    if ('cause' in outcome) throw outcome.cause
    return outcome.value
  }
}
