import { porticoAppInternalsSymbol, type PorticoClientApp } from '@portico/client'

/** Goes to an address the way the app's `redirectMethod` wants it; only ever called in a browser. */
export function navigate(app: PorticoClientApp, to: string, options: { readonly replace?: boolean } = {}): void {
  const { redirectMethod } = app[porticoAppInternalsSymbol]
  if (redirectMethod === 'none') return
  if (typeof redirectMethod === 'object' && redirectMethod.navigate) return redirectMethod.navigate(to)
  if (options.replace) window.location.replace(to)
  else window.location.assign(to)
}

/** Gives a function that navigates by the app's redirect method; with one of the host's own, this is its hook. */
export function useNavigateOf(app: PorticoClientApp): (to: string) => void {
  const { redirectMethod } = app[porticoAppInternalsSymbol]
  const useHostNavigate =
    typeof redirectMethod === 'object' ? redirectMethod.useNavigate : () => (to: string) => navigate(app, to)
  return useHostNavigate()
}
