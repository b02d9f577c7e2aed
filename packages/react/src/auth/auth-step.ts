'use client'

import { createContext, useContext, useLayoutEffect } from 'react'

/** The step that a card shows while one of its sign-in methods requires more input. */
export interface AuthStep {
  readonly way: string
  readonly title: string
}

export interface AuthStepPlace {
  readonly way: string
  readonly show: (step: AuthStep | null) => void
}

/** The card around a sign-in method, or null for a form on the host's own page. */
export const AuthStepContext = createContext<AuthStepPlace | null>(null)

/** Shows only the calling method on the card, with this title, while the caller is mounted. */
export function useAuthStep(title: string): void {
  const place = useContext(AuthStepContext)
  // A layout effect runs before the paint, so the title and the content change together.
  useLayoutEffect(() => {
    if (!place) return
    place.show({ way: place.way, title })
    return () => place.show(null)
  }, [place, title])
}
