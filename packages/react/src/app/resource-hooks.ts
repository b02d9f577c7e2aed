'use client'

import type { ExpectingResource, Resource } from '@portico/client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isServer } from './is-server.ts'

type ReadResource<Value> = Resource<Value> & Partial<ExpectingResource<Value>>

/** Returns the value of a resource. Suspends until it is loaded. */
export function useResource<Value>(resource: ReadResource<Value>): Value {
  const snapshot = useSnapshot(resource)
  if (snapshot.status === 'ok') return snapshot.data
  if (isServer()) throw new RendersInBrowser()
  return resource.read()
}

/**
 * Returns the latest value of a resource, or undefined until the first one is loaded. Suspends only while the server
 * that sends the page reads the first one, so that its HTML and the first render of the page are the same.
 *
 * For content that must stay visible while a new value loads. A submitted form that changes the user would otherwise
 * suspend and disappear.
 */
export function useLatest<Value>(resource: ReadResource<Value>): Value | undefined {
  const snapshot = useSnapshot(resource)
  const [latest, setLatest] = useState(snapshot)
  if (snapshot.status !== 'pending' && snapshot !== latest) setLatest(snapshot)
  useEffect(() => {
    // The snapshot delivers the outcome. A failed snapshot throws above.
    if (snapshot.status === 'pending') resource.load().catch(() => {})
  }, [resource, snapshot])
  if (snapshot.status === 'ok') return snapshot.data
  return latest.status === 'ok' ? latest.data : undefined
}

/**
 * Returns the value if it is loaded, and loads it, except in a frame, where the handler may still refuse the page.
 * Never suspends and never throws. For values that a page can do without.
 */
export function useIfLoaded<Value>(resource: ReadResource<Value>): Value | undefined {
  const snapshot = useSyncExternalStore(resource.subscribe, resource.getSnapshot, resource.getServerSnapshot)
  useEffect(() => {
    if (snapshot.status === 'pending' && window.parent === window) resource.load().catch(() => {})
  }, [resource, snapshot])
  return snapshot.status === 'ok' ? snapshot.data : undefined
}

/**
 * Returns the state of a resource that has not failed. Throws the promise of a value that the server of the page still
 * reads.
 */
function useSnapshot<Value>(resource: ReadResource<Value>) {
  const snapshot = useSyncExternalStore(resource.subscribe, resource.getSnapshot, resource.getServerSnapshot)
  // Suspense requires that we throw the promise.
  const reason: unknown =
    snapshot.status === 'error' ? snapshot.error : snapshot.status === 'pending' && resource.expected
  if (reason) throw reason as unknown
  return snapshot
}

/**
 * Thrown on a server when only the browser can load a value, redirect or sign up an anonymous user. React then sends
 * the nearest fallback and renders the part in the browser. Frameworks recognise the digest and do not log the error.
 */
export class RendersInBrowser extends Error {
  readonly digest = 'BAILOUT_TO_CLIENT_SIDE_RENDERING'

  constructor() {
    super(
      'The user or project is missing or not known on the server. Put a `<Suspense>` around it, or give `<PorticoProvider>` a `seed`.',
    )
  }
}
