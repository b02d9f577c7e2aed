import { API_PREFIX } from '@portico/contract/limits'

import type { Ports } from './transport/ports.ts'
import type { RedirectMethod } from './pages/redirects.ts'
import type { TokenStoreInit } from './session/tokens.ts'
import { type HandlerUrls, resolveUrls } from './pages/urls.ts'
import { environment } from './environment.ts'
import { parseObject } from './transport/parse-object.ts'

/** Scopes by provider id. */
export type OAuthScopesOnSignIn = Readonly<Record<string, readonly string[]>>

export interface PorticoClientAppOptions<HasTokenStore extends boolean = boolean, ProjectId extends string = string> {
  tokenStore: HasTokenStore extends true ? NonNullable<TokenStoreInit> : HasTokenStore extends false ? null : never
  /** Default: `PORTICO_PROJECT_ID` (`NEXT_PUBLIC_…`, `VITE_…`). */
  projectId?: ProjectId
  /** Default: `PORTICO_PUBLISHABLE_CLIENT_KEY` (`NEXT_PUBLIC_…`, `VITE_…`). */
  publishableClientKey?: string
  /** Address of the service, without `/api/v1`. Default: `PORTICO_API_URL` (`NEXT_PUBLIC_…`, `VITE_…`). */
  baseUrl?: string | { browser: string; server: string }
  urls?: { [Name in keyof HandlerUrls]?: string | undefined }
  /** Additional scopes by provider id. Requested at sign-in and when connecting an account. */
  oauthScopesOnSignIn?: OAuthScopesOnSignIn
  /** Default: `none`. */
  redirectMethod?: RedirectMethod
  /** Added to every request. Readable in the browser, so they must not contain secrets. */
  extraRequestHeaders?: Readonly<Record<string, string>>
  /**
   * Also reads cookies without the prefix `__Host-` on HTTPS, so that visitors who signed in with an earlier SDK stay
   * signed in. A page of a sibling subdomain can set these cookies and sign a visitor in to an account of an attacker,
   * so turn this off after the visitors have migrated. Default: false; true in the `/stack` entries.
   */
  readUnprefixedCookies?: boolean
  /** Accepted for compatibility. The SDK never prefetches. */
  noAutomaticPrefetch?: boolean
}

/** The options of one app with all defaults. */
export interface ResolvedOptions {
  readonly tokenStore: TokenStoreInit
  readonly projectId: string
  readonly publishableClientKey: string
  readonly urls: Readonly<HandlerUrls>
  readonly redirectMethod: RedirectMethod
  readonly extraRequestHeaders: Readonly<Record<string, string>>
  readonly oauthScopesOnSignIn: OAuthScopesOnSignIn
  readonly readUnprefixedCookies: boolean
  /** Base address of the API. Called at each request, because one app may run in a browser and on a server. */
  readonly apiUrl: () => string
}

export function resolveOptions(options: PorticoClientAppOptions, ports: Ports): ResolvedOptions {
  const apiUrl = (): string => `${resolveBaseUrl(options.baseUrl, ports.browser() !== null)}${API_PREFIX}`
  // Throw for a missing address when the app is created, not at the first request.
  apiUrl()
  return {
    tokenStore: options.tokenStore,
    projectId: resolveProjectId(options.projectId),
    publishableClientKey: requireSetting(
      options.publishableClientKey ?? environment.publishableClientKey(),
      'publishable client key',
      'publishableClientKey',
      'PUBLISHABLE_CLIENT_KEY',
    ),
    urls: resolveUrls(options.urls),
    redirectMethod: options.redirectMethod ?? 'none',
    extraRequestHeaders: options.extraRequestHeaders ?? parseHeaders(environment.extraRequestHeaders()),
    oauthScopesOnSignIn: options.oauthScopesOnSignIn ?? {},
    readUnprefixedCookies: options.readUnprefixedCookies ?? false,
    apiUrl,
  }
}

export function resolveProjectId(given: string | undefined): string {
  return requireSetting(given ?? environment.projectId(), 'project id', 'projectId', 'PROJECT_ID')
}

export function resolveBaseUrl(given: PorticoClientAppOptions['baseUrl'], isBrowser: boolean): string {
  const url =
    (typeof given === 'object' ? given[isBrowser ? 'browser' : 'server'] : given) ??
    (isBrowser ? environment.browserApiUrl() : environment.serverApiUrl()) ??
    environment.apiUrl()
  return trimBaseUrl(requireSetting(url, 'address of the service', 'baseUrl', 'API_URL'))
}

/** Removes slashes and the path of the API from the end, so that both are there once in the addresses of requests. */
export function trimBaseUrl(url: string): string {
  return url.replace(/(\/(api\/v1)?)*$/, '')
}

/** Removes white space around the value. Throws for a missing value, and for one with white space inside. */
function requireSetting(value: string | undefined, what: string, option: string, variable: string): string {
  const trimmed = value?.trim()
  if (trimmed !== undefined && !/\s/.test(trimmed)) return trimmed
  throw new Error(
    `The ${what} ${trimmed === undefined ? 'is missing' : 'contains white space'}. Pass \`${option}\` or set PORTICO_${variable}, with the prefix NEXT_PUBLIC_ or VITE_ for browsers.`,
  )
}

function parseHeaders(json: string | undefined): Readonly<Record<string, string>> {
  if (json === undefined) return {}
  const headers = parseObject(json)
  // Unchecked cast: `fetch` refuses values that are not valid in a header.
  if (headers) return headers as Readonly<Record<string, string>>
  throw new Error('NEXT_PUBLIC_PORTICO_EXTRA_REQUEST_HEADERS must be a JSON object.')
}
