import { useEffect, useState } from 'react'

const SKELETON_DELAY_MILLIS = 150

/** False for the first 150 ms: a short wait shows no skeleton. */
export function useLate(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SKELETON_DELAY_MILLIS)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}
