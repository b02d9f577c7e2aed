import { API_PREFIX } from '@portico/contract/limits'

import { cookieTokens, DashboardSession, userOfPlaceholder } from '../admin/dashboard-session.ts'
import { porticoAppInternalsSymbol } from '../app/internals.ts'
import { type PorticoClientAppOptions, resolveBaseUrl } from '../app/options.ts'
import type { PorticoClientApp } from '../app/client-app.ts'
import { defaultPorts, type Ports } from '../transport/ports.ts'

type ClientOptions<HasTokenStore extends boolean> = PorticoClientAppOptions<HasTokenStore, 'internal'>

/** The options of `PorticoInternalApp`. Its project is `internal`. */
export interface PorticoInternalAppOptions<HasTokenStore extends boolean = boolean> extends Omit<
  ClientOptions<HasTokenStore>,
  'projectId' | 'tokenStore'
> {
  /**
   * The stores of every client app, and `dashboard`: the refresh token is in a cookie that scripts cannot read, and the
   * access token in memory. Only for pages at the origin of the service or of `PORTICO_DASHBOARD_URL`.
   */
  tokenStore: ClientOptions<HasTokenStore>['tokenStore'] | (HasTokenStore extends true ? 'dashboard' : never)
}

/**
 * The options and the environment of the client app that `PorticoInternalApp` extends.
 *
 * @internal
 */
export interface InternalAppParts<HasTokenStore extends boolean> {
  readonly options: ClientOptions<HasTokenStore>
  readonly ports: Ports
  /** Makes the app follow the sign-ins and sign-outs of other tabs. */
  readonly follow: (app: PorticoClientApp) => void
}

/** Returns the options with which an internal app creates its client app. */
export function partsOfInternalApp<HasTokenStore extends boolean>(
  given: PorticoInternalAppOptions<HasTokenStore>,
  ports: Ports = defaultPorts,
): InternalAppParts<HasTokenStore> {
  const { tokenStore, ...options } = given
  if (tokenStore !== 'dashboard') {
    // Unchecked cast: TypeScript does not narrow a conditional type.
    const own = tokenStore as ClientOptions<HasTokenStore>['tokenStore']
    return { options: { ...options, projectId: 'internal', tokenStore: own }, ports, follow: () => {} }
  }
  const apiUrl = `${resolveBaseUrl(options.baseUrl, ports.browser() !== null)}${API_PREFIX}`
  const session = new DashboardSession(ports, apiUrl)
  return {
    // Unchecked cast: the type offers the store only to apps with one.
    options: {
      ...options,
      projectId: 'internal',
      tokenStore: cookieTokens as ClientOptions<HasTokenStore>['tokenStore'],
    },
    ports: session.ports,
    follow: (app) => session.onChange((userId) => void followOtherTab(app, userId)),
  }
}

/** @param userId the user who signed in in another tab; null for a sign-out */
async function followOtherTab(app: PorticoClientApp, userId: string | null): Promise<void> {
  let isOfUser = false
  await app[porticoAppInternalsSymbol].getUserOr('anonymous-if-exists', undefined, async (session) => {
    isOfUser = userOfPlaceholder(session.tokens.refreshToken) === userId
    if (!isOfUser) session.end()
    return null
  })
  // A page never changes its user, so load it again for the user of the other tab.
  if (!isOfUser && userId !== null) globalThis.location.reload()
}
