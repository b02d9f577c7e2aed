import type { Resource } from '@portico/client'
import { useEffect, useState, useSyncExternalStore } from 'react'

/** The value of a resource; suspends until there is one. */
export function useResource<Value>(resource: Resource<Value>): Value {
  const snapshot = useSyncExternalStore(resource.subscribe, resource.getSnapshot, resource.getServerSnapshot)
  if (snapshot.status === 'ok') return snapshot.data
  if (snapshot.status === 'error') throw snapshot.error
  if (typeof document === 'undefined') throw new RendersInBrowser()
  return resource.read()
}

/**
 * The latest value of a resource, or undefined until there is a first one.
 *
 * For what must stay on the screen while a new value is on its way: a form would vanish under the hands of whoever just
 * sent it, if the change of user it causes suspended it.
 */
export function useLatest<Value>(resource: Resource<Value>): Value | undefined {
  const snapshot = useSyncExternalStore(resource.subscribe, resource.getSnapshot, resource.getServerSnapshot)
  const [latest, setLatest] = useState(snapshot)
  if (snapshot.status !== 'pending' && snapshot !== latest) setLatest(snapshot)
  useEffect(() => {
    // The outcome arrives as a snapshot; a failure is thrown from there.
    if (snapshot.status === 'pending') resource.load().catch(() => {})
  }, [resource, snapshot])
  if (snapshot.status === 'error') throw snapshot.error
  if (snapshot.status === 'ok') return snapshot.data
  return latest.status === 'ok' ? latest.data : undefined
}

/**
 * Thrown on a server where a value is missing that only the browser can load. React then sends the nearest fallback and
 * renders there; frameworks know the digest and stay quiet about it.
 */
class RendersInBrowser extends Error {
  readonly digest = 'BAILOUT_TO_CLIENT_SIDE_RENDERING'

  constructor() {
    super(
      'The current user or project is not known on the server, so this part renders in the browser. Put a `<Suspense>` boundary around it, or give `<PorticoProvider>` a `seed`.',
    )
  }
}
