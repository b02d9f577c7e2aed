'use client'

import type { PageName } from '@portico/client'
import { useEffect, useState } from 'react'
import { useInBrowser } from '../app/useInBrowser.ts'
import { handlerPages } from './handler-pages.ts'

/**
 * Loads the code of a page, and returns whether the page can be rendered.
 *
 * Suspense alone would work, but React shows a fallback for at least 300 ms (500 ms in React 18), which is longer than
 * most loads. A server-rendered page uses Suspense directly, which keeps the server's markup.
 */
export function usePageCode(name: PageName | null): boolean {
  const hydrating = useInBrowser(() => false, true)
  const [fromServer] = useState(hydrating)
  const [settled, setSettled] = useState<PageName | null>(null)

  useEffect(() => {
    if (name === null || fromServer) return
    let current = true
    // A failure also settles: rendering the page then throws it to the error boundary.
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
