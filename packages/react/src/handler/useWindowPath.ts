import { useSyncExternalStore } from 'react'

/** The path of the window; null on a server. Follows links of client-side routers where the browser reports them. */
export function useWindowPath(): string | null {
  return useSyncExternalStore(subscribe, readPath, () => null)
}

function readPath(): string {
  return window.location.pathname
}

function subscribe(listener: () => void): () => void {
  // `popstate` does not report `history.pushState`. The Navigation API, which some browsers lack, reports every change.
  const navigation: EventTarget | undefined = window.navigation
  const target = navigation ?? window
  const event = navigation ? 'currententrychange' : 'popstate'
  // A router may change the address in an insertion effect, in which React refuses updates.
  const onChange = (): void => queueMicrotask(listener)
  target.addEventListener(event, onChange)
  return () => target.removeEventListener(event, onChange)
}
