'use client'

import { useEffect, useState, type ReactNode } from 'react'
import { lazyPart } from '../parts/lazy-part.ts'

const providerIcon = lazyPart('ProviderIcon', () => import('./ProviderIcon.tsx'))

/**
 * Shows the provider's logo when the logos are loaded, which is after the first paint. The button reserves the space
 * and works without it.
 */
export function ProviderMark({ provider }: { readonly provider: string }): ReactNode {
  const [isHere, setIsHere] = useState(providerIcon.isLoaded)
  useEffect(() => {
    if (isHere) return
    let current = true
    providerIcon.load().then(
      () => current && setIsHere(true),
      // The label is sufficient without the logo.
      () => {},
    )
    return () => {
      current = false
    }
  }, [isHere])
  return isHere && <providerIcon.Component provider={provider} />
}
