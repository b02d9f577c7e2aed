import { useSyncExternalStore } from 'react'

/** The router of this app. If your app has a router, pass its functions to Portico instead. */
export function navigate(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (replace) window.history.replaceState(null, '', to)
  else window.history.pushState(null, '', to)
  window.dispatchEvent(new PopStateEvent('popstate'))
  window.scrollTo(0, 0)
}

/** Returns the current path and renders again when it changes. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, () => window.location.pathname)
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener)
  return () => window.removeEventListener('popstate', listener)
}
