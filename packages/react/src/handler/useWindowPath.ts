'use client'

import type { HandlerUrls } from '@portico/client'
import { useState, useSyncExternalStore } from 'react'
import { isHandlerPath } from './handler-path.ts'

/**
 * The path of the window; null on a server. Follows links of client-side routers where the browser reports them. Keeps
 * the last path of the handler while a router leaves it, because routers change the address before they replace the
 * page.
 */
export function useWindowPath(urls: Readonly<HandlerUrls>): string | null {
  const path = useSyncExternalStore(subscribe, readPath, () => null)
  const [shown, setShown] = useState(path)
  const isLeaving = path !== null && shown !== null && !isHandlerPath(path, urls)
  if (!isLeaving && path !== shown) setShown(path)
  return isLeaving ? shown : path
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
