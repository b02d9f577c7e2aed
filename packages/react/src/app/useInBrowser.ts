'use client'

import { useSyncExternalStore } from 'react'

/**
 * Returns a value that only the browser knows and that changes only with a render.
 *
 * @param onServer what is shown while the server renders and the page hydrates
 */
export function useInBrowser<Value>(read: () => Value, onServer: Value): Value {
  return useSyncExternalStore(subscribeToNothing, read, () => onServer)
}

function subscribeToNothing(): () => void {
  return () => {}
}
