import { API_PREFIX } from '@portico/contract/limits'

import type { Ports } from '../transport/ports.ts'
import type { RedirectMethod } from '../pages/redirects.ts'
import type { TokenStoreInit } from '../session/tokens.ts'
import { type HandlerUrls, resolveUrls } from '../pages/urls.ts'
import { environment } from './environment.ts'
import { parseObject } from '../transport/parse-object.ts'

/** Scopes by provider id. */
export type OAuthScopesOnSignIn = Readonly<Record<string, readonly string[]>>

/** The options of `PorticoClientApp`. Missing ones come from the environment. */
export interface PorticoClientAppOptions<HasTokenStore extends boolean = boolean, ProjectId extends string = string> {
  /**
   * Where the tokens of the current user are: `cookie` for pages, `memory` until the reload, a request or a token pair
   * on a server, null for none.
   */
  tokenStore: HasTokenStore extends true ? NonNullable<TokenStoreInit> : HasTokenStore extends false ? null : never
  /** Default: `PORTICO_PROJECT_ID` (`NEXT_PUBLIC_…`, `VITE_…`). */
  projectId?: ProjectId | undefined
  /** Default: `PORTICO_PUBLISHABLE_CLIENT_KEY` (`NEXT_PUBLIC_…`, `VITE_…`). */
  publishableClientKey?: string | undefined
  /** Address of the service, without `/api/v1`. Default: `PORTICO_API_URL` (`NEXT_PUBLIC_…`, `VITE_…`). */
  baseUrl?: string | { browser: string; server: string } | undefined
  /**
   * The pages of your app, such as `{ afterSignIn: '/notes' }`. Default: the pages below `/handler`, and `/` after
   * signing in and out.
   */
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
  const isBrowser = (): boolean => ports.browser() !== null
  const { projectId, publishableClientKey } = requireSettings(
    {
      // For a missing address, throws when the app is created and not at the first request.
      baseUrl: findBaseUrl(options.baseUrl, isBrowser()),
      projectId: options.projectId ?? environment.projectId(),
      publishableClientKey: options.publishableClientKey ?? environment.publishableClientKey(),
    },
    isBrowser(),
  )
  return {
    tokenStore: options.tokenStore,
    projectId,
    publishableClientKey,
    urls: resolveUrls(options.urls),
    redirectMethod: options.redirectMethod ?? 'none',
    extraRequestHeaders: options.extraRequestHeaders ?? parseHeaders(environment.extraRequestHeaders()),
    oauthScopesOnSignIn: options.oauthScopesOnSignIn ?? {},
    readUnprefixedCookies: options.readUnprefixedCookies ?? false,
    apiUrl: () => `${resolveBaseUrl(options.baseUrl, isBrowser())}${API_PREFIX}`,
  }
}

export function resolveProjectId(projectId = environment.projectId()): string {
  return requireSettings({ projectId }).projectId
}

export function resolveBaseUrl(given: PorticoClientAppOptions['baseUrl'], isBrowser: boolean): string {
  return trimBaseUrl(requireSettings({ baseUrl: findBaseUrl(given, isBrowser) }).baseUrl)
}

function findBaseUrl(given: PorticoClientAppOptions['baseUrl'], isBrowser: boolean): string | undefined {
  return (
    (typeof given === 'object' ? given[isBrowser ? 'browser' : 'server'] : given) ??
    (isBrowser ? environment.browserApiUrl() : environment.serverApiUrl()) ??
    environment.apiUrl()
  )
}

/** Removes slashes and the path of the API from the end, so that both are there once in the addresses of requests. */
export function trimBaseUrl(url: string): string {
  return url.replace(/(\/(api\/v1)?)*$/, '')
}

/** The variables of the options, without their prefix. */
const variables = { baseUrl: 'API_URL', projectId: 'PROJECT_ID', publishableClientKey: 'PUBLISHABLE_CLIENT_KEY' }

/** Removes white space around the values. Throws an error that names all options with a problem. */
function requireSettings<Option extends keyof typeof variables>(
  settings: Readonly<Record<Option, string | undefined>>,
  isBrowser = false,
): Record<Option, string> {
  let problems = ''
  const values: Record<string, string> = {}
  for (const option in settings) {
    const value = settings[option]?.trim()
    const problem = findProblem(option, value, isBrowser)
    if (problem) problems += `\`${option}\` (PORTICO_${variables[option]}) ${problem}. `
    else values[option] = value as string
  }
  if (problems) {
    throw new Error(`${problems}Pass options or variables, with NEXT_PUBLIC_ or VITE_ in browsers.`)
  }
  // Unchecked cast: every option without a problem has its value.
  return values as Record<Option, string>
}

function findProblem(option: string, value: string | undefined, isBrowser: boolean): string | undefined {
  if (value === undefined) return 'is missing'
  if (/\s/.test(value)) return 'contains white space'
  // Browsers accept a path on the origin of the page too.
  if (option === 'baseUrl' && !/^(https?:\/)?\/|^$/i.test(value)) return `is "${value}", without http:// or https://`
  const secret = option === 'publishableClientKey' && /^s[as]k_/.exec(value)?.[0]
  if (!secret) return undefined
  const name = secret === 'ssk_' ? 'secret server key' : 'super secret admin key'
  return `is a ${name}${isBrowser ? '. It is now in your bundle: revoke it' : ''}`
}

function parseHeaders(json: string | undefined): Readonly<Record<string, string>> {
  if (json === undefined) return {}
  const headers = parseObject(json)
  // Unchecked cast: `fetch` refuses values that are not valid in a header.
  if (headers) return headers as Readonly<Record<string, string>>
  throw new Error('NEXT_PUBLIC_PORTICO_EXTRA_REQUEST_HEADERS must be a JSON object.')
}
