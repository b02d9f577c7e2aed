import type { Resource } from '@portico/client'
// As a namespace: frameworks refuse a module of server components that names a hook with state in its imports.
import * as React from 'react'
import { isServer } from './is-server.ts'

/**
 * Returns the value of a resource that all visitors share. Suspends until it is loaded: on a server too, unlike
 * `useResource`. In a browser the component renders again when the value changes.
 */
export const useShared = isServer() ? readOnce : useSubscribed

function readOnce<Value>(resource: Resource<Value>): Value {
  return resource.read()
}

function useSubscribed<Value>(resource: Resource<Value>): Value {
  React.useSyncExternalStore(resource.subscribe, resource.getSnapshot, resource.getServerSnapshot)
  return resource.read()
}
