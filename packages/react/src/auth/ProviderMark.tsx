import { useEffect, useState, type ReactNode } from 'react'
import { lazyPart } from '../parts/lazy-part.ts'

const providerIcon = lazyPart(async () => (await import('./ProviderIcon.tsx')).ProviderIcon)

/**
 * The mark of a provider once the marks are here, which is after the first paint: a button can be read and used without
 * it, and keeps the room for it.
 */
export function ProviderMark({ provider }: { readonly provider: string }): ReactNode {
  const [isHere, setIsHere] = useState(providerIcon.isLoaded)
  useEffect(() => {
    if (isHere) return
    let current = true
    providerIcon.load().then(
      () => current && setIsHere(true),
      // Words do without a picture.
      () => {},
    )
    return () => {
      current = false
    }
  }, [isHere])
  return isHere && <providerIcon.Component provider={provider} />
}
