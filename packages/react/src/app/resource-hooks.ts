'use client'

import type { ExpectingResource, Resource } from '@portico/client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isServer } from './is-server.ts'

/** Returns the value of a resource. Suspends until it is loaded. */
export function useResource<Value>(resource: Resource<Value> & Partial<ExpectingResource<Value>>): Value {
  const snapshot = useSyncExternalStore(resource.subscribe, resource.getSnapshot, resource.getServerSnapshot)
  if (snapshot.status === 'ok') return snapshot.data
  if (snapshot.status === 'error') throw snapshot.error
  if (resource.expected) {
    // Suspense requires that we throw the promise.
    const reason: unknown = resource.expected
    throw reason
  }
  if (isServer()) throw new RendersInBrowser()
  return resource.read()
}

/**
 * Returns the latest value of a resource, or undefined until the first one is loaded. Never suspends.
 *
 * For content that must stay visible while a new value loads. A submitted form that changes the user would otherwise
 * suspend and disappear.
 */
export function useLatest<Value>(resource: Resource<Value>): Value | undefined {
  const snapshot = useSyncExternalStore(resource.subscribe, resource.getSnapshot, resource.getServerSnapshot)
  const [latest, setLatest] = useState(snapshot)
  if (snapshot.status !== 'pending' && snapshot !== latest) setLatest(snapshot)
  useEffect(() => {
    // The snapshot delivers the outcome. A failed snapshot throws below.
    if (snapshot.status === 'pending') resource.load().catch(() => {})
  }, [resource, snapshot])
  if (snapshot.status === 'error') throw snapshot.error
  if (snapshot.status === 'ok') return snapshot.data
  return latest.status === 'ok' ? latest.data : undefined
}

/**
 * Thrown on a server when a value is missing that only the browser can load. React then sends the nearest fallback and
 * renders the part in the browser. Frameworks recognise the digest and do not log the error.
 */
class RendersInBrowser extends Error {
  readonly digest = 'BAILOUT_TO_CLIENT_SIDE_RENDERING'

  constructor() {
    super(
      'The user or project is not known on the server. Put a `<Suspense>` around it, or give `<PorticoProvider>` a `seed`.',
    )
  }
}
