import { useEffect, useState, useSyncExternalStore } from 'react'
import type { PagePath } from './handler-path.ts'
import { lazyPages } from './lazy-pages.ts'

/**
 * Loads the code of a page, and tells whether the page can be rendered.
 *
 * Suspense alone would do, but React keeps a fallback it has shown for at least 300 ms (500 in React 18), which is longer
 * than most of this takes. Only where the markup came from a server does the page go straight to Suspense, which then
 * keeps that markup.
 */
export function usePageCode(path: PagePath | null): boolean {
  const hydrating = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  )
  const [fromServer] = useState(hydrating)
  const [settled, setSettled] = useState<PagePath | null>(null)

  useEffect(() => {
    if (path === null || fromServer) return
    let current = true
    // A failure counts as settled too: rendering the page then throws it to whoever draws failures.
    const settle = (): void => {
      if (current) setSettled(path)
    }
    lazyPages[path].load().then(settle, settle)
    return () => {
      current = false
    }
  }, [path, fromServer])

  return path !== null && (fromServer || settled === path || lazyPages[path].isLoaded())
}

function subscribeToNothing(): () => void {
  return () => {}
}
