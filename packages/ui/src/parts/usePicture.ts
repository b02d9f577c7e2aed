'use client'

import { useState } from 'react'

export interface Picture {
  readonly src: string
  readonly referrerPolicy: 'no-referrer'
  readonly onError: () => void
}

/**
 * The attributes of a record's picture. Null without one, and if it cannot be loaded or the policy of the page refuses
 * it.
 */
export function usePicture(url: string | null | undefined): Picture | null {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  if (!url || url === brokenUrl) return null
  return { src: url, referrerPolicy: 'no-referrer', onError: () => setBrokenUrl(url) }
}
