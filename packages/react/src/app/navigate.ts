'use client'

import { porticoAppInternalsSymbol, type PorticoClientApp } from '@portico/client'

/** Navigates to an address with the app's `redirectMethod`. Call it in a browser only. */
export function navigate(app: PorticoClientApp, to: string, options: { readonly replace?: boolean } = {}): void {
  const { redirectMethod } = app[porticoAppInternalsSymbol]
  if (redirectMethod === 'none') return
  if (typeof redirectMethod === 'object' && redirectMethod.navigate && !isElsewhere(to)) {
    return redirectMethod.navigate(to, options)
  }
  if (options.replace) window.location.replace(to)
  else window.location.assign(to)
}

/** Returns whether the address is on another origin, which the host's router cannot reach. */
export function isElsewhere(to: string): boolean {
  // Absent in React Native, where the router of the host reaches every address.
  const { location } = window as Partial<Window>
  return location !== undefined && new URL(to, location.href).origin !== location.origin
}

/**
 * Returns a function that navigates with the app's redirect method. Uses the host's `useNavigate` where the host
 * provides one.
 */
export function useNavigateOf(app: PorticoClientApp): (to: string) => void {
  const { redirectMethod } = app[porticoAppInternalsSymbol]
  const useHostNavigate =
    typeof redirectMethod === 'object' ? redirectMethod.useNavigate : () => (to: string) => navigate(app, to)
  const hostNavigate = useHostNavigate()
  return (to) => (isElsewhere(to) ? navigate(app, to) : hostNavigate(to))
}
