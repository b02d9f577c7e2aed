import { createContext, useContext, useLayoutEffect } from 'react'

/** What a card shows while one of its ways to sign in has begun and asks for something more. */
export interface AuthStep {
  readonly way: string
  readonly title: string
}

export interface AuthStepPlace {
  readonly way: string
  readonly show: (step: AuthStep | null) => void
}

/** The place of a way to sign in on its card; null in a form that stands in a card of the host's own. */
export const AuthStepContext = createContext<AuthStepPlace | null>(null)

/** Gives the whole card to the way that calls this, under another title, for as long as it is rendered. */
export function useAuthStep(title: string): void {
  const place = useContext(AuthStepContext)
  // Before anything is painted: the title and what stands under it change together.
  useLayoutEffect(() => {
    if (!place) return
    place.show({ way: place.way, title })
    return () => place.show(null)
  }, [place, title])
}
