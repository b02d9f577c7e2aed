'use client'

import { useEffect, useState } from 'react'

/** Returns true once the caller has been on the screen for this time. */
export function useIsLate(millis: number): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), millis)
    return () => clearTimeout(timer)
  }, [millis])
  return isLate
}
