import type { PageName } from '@portico/client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { handlerPages } from './handler-pages.ts'

/**
 * Loads the code of a page, and tells whether the page can be rendered.
 *
 * Suspense alone would do, but React keeps a fallback it has shown for at least 300 ms (500 in React 18), which is longer
 * than most of this takes. Only where the markup came from a server does the page go straight to Suspense, which then
 * keeps that markup.
 */
export function usePageCode(name: PageName | null): boolean {
  const hydrating = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  )
  const [fromServer] = useState(hydrating)
  const [settled, setSettled] = useState<PageName | null>(null)

  useEffect(() => {
    if (name === null || fromServer) return
    let current = true
    // A failure counts as settled too: rendering the page then throws it to whoever draws failures.
    const settle = (): void => {
      if (current) setSettled(name)
    }
    handlerPages[name].part.load().then(settle, settle)
    return () => {
      current = false
    }
  }, [name, fromServer])

  return name !== null && (fromServer || settled === name || handlerPages[name].part.isLoaded())
}

function subscribeToNothing(): () => void {
  return () => {}
}
