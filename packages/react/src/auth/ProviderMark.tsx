'use client'

import { useEffect, useState, type ReactNode } from 'react'
import { lazyPart } from '../parts/lazy-part.ts'
import type { OfferedProvider } from './offered-providers.ts'

const providerIcon = lazyPart('ProviderIcon', () => import('./ProviderIcon.tsx'))

/**
 * Shows the icon of an issuer, or the provider's logo when the logos are loaded, which is after the first paint. The
 * button reserves the space and works without it.
 */
export function ProviderMark({ id, iconUrl }: OfferedProvider): ReactNode {
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
  if (iconUrl) return <img src={iconUrl} alt="" width="18" height="18" />
  return isHere && <providerIcon.Component provider={id} />
}
