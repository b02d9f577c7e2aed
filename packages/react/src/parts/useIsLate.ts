import { useEffect, useState } from 'react'

/** A visitor who waits longer thinks that the page is broken. */
const PATIENCE_MILLIS = 3_000

/** Returns true once the caller has been on the screen for three seconds. */
export function useIsLate(): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), PATIENCE_MILLIS)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}
