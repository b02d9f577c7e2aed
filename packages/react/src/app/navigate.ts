import { porticoAppInternalsSymbol, type PorticoClientApp } from '@portico/client'

/** Goes to an address the way the app's `redirectMethod` wants it; only ever called in a browser. */
export function navigate(app: PorticoClientApp, to: string, options: { readonly replace?: boolean } = {}): void {
  const { redirectMethod } = app[porticoAppInternalsSymbol]
  if (redirectMethod === 'none') return
  if (typeof redirectMethod === 'object' && redirectMethod.navigate && !isElsewhere(to)) {
    return redirectMethod.navigate(to, options)
  }
  if (options.replace) window.location.replace(to)
  else window.location.assign(to)
}

/** On another origin, where no router of this page leads. */
export function isElsewhere(to: string): boolean {
  return new URL(to, window.location.href).origin !== window.location.origin
}

/** Gives a function that navigates by the app's redirect method; with one of the host's own, this is its hook. */
export function useNavigateOf(app: PorticoClientApp): (to: string) => void {
  const { redirectMethod } = app[porticoAppInternalsSymbol]
  const useHostNavigate =
    typeof redirectMethod === 'object' ? redirectMethod.useNavigate : () => (to: string) => navigate(app, to)
  const hostNavigate = useHostNavigate()
  return (to) => (isElsewhere(to) ? navigate(app, to) : hostNavigate(to))
}
