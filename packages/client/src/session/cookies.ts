import { ACCESS_COOKIE_SECONDS, REFRESH_COOKIE_SECONDS } from '@portico/contract/limits'

import type { Tokens } from './tokens.ts'
import { parseObject } from '../transport/parse-object.ts'

export interface ReadTokensOptions {
  readonly isHttps: boolean
  /** See the option of that name. */
  readonly readUnprefixedCookies: boolean
  /** Refresh tokens to ignore. */
  readonly ignored?: ReadonlySet<string>
}

/**
 * Reads the tokens of the session from a cookie header. The protocol's clients define the names and formats:
 * `stack-refresh-<project id>--default` holds JSON with a time stamp, `stack-access` a JSON array of refresh and access
 * token. On HTTPS both names have the prefix `__Host-`. The newest official clients write `hexclave-` instead of
 * `stack-`.
 *
 * A sibling subdomain can set cookies without that prefix, and so sign a visitor in to an account of an attacker. So on
 * HTTPS, unprefixed access tokens are never read, and unprefixed refresh tokens only for applications that migrate.
 */
export function readTokens(
  cookieText: string,
  projectId: string,
  { isHttps, readUnprefixedCookies, ignored = new Set() }: ReadTokensOptions,
): Tokens {
  const read = (name: string): string[] => valuesOf(cookieText, name)
  const candidates = parseDatedTokens(bothNames(refreshCookieName(projectId, isHttps)).flatMap(read))
  // guard: a cookie without the prefix is not read on HTTPS (replace `!isHttps` with `true`)
  if (!isHttps || readUnprefixedCookies) {
    candidates.push(
      ...parseDatedTokens(bothNames(refreshCookieName(projectId, false)).flatMap(read)),
      ...undatedNames(projectId).flatMap(read),
    )
  }
  const refreshToken = candidates.find((token) => isToken(token) && !ignored.has(token)) ?? null
  const accessToken =
    // guard: an access token is used only with its refresh token
    //   (replace `pairedAccessToken(…)` with `(pairedAccessToken(bothNames(accessCookieName(isHttps)).flatMap(read), refreshToken) ?? '')`)
    refreshToken && pairedAccessToken(bothNames(accessCookieName(isHttps)).flatMap(read), refreshToken)
  return { refreshToken, accessToken }
}

function accessCookieName(isHttps: boolean): string {
  return `${prefix(isHttps)}stack-access`
}

export function refreshCookieName(projectId: string, isHttps: boolean): string {
  return `${prefix(isHttps)}stack-refresh-${projectId}--default`
}

/** Name, value and lifetime of a cookie to set. Without a value, the cookie is deleted. */
export type CookieChange = readonly [name: string, value: string | null, maxAgeSeconds: number]

/**
 * Returns the cookies to set for new tokens, in this order. The access cookie comes first: until the other is set,
 * readers see a pair that does not match and ignore it.
 */
export function changesOf(
  { accessToken, refreshToken }: Tokens,
  { projectId, isHttps, now }: { readonly projectId: string; readonly isHttps: boolean; readonly now: number },
): CookieChange[] {
  return [
    [
      accessCookieName(isHttps),
      refreshToken && accessToken && JSON.stringify([refreshToken, accessToken]),
      ACCESS_COOKIE_SECONDS,
    ],
    [
      refreshCookieName(projectId, isHttps),
      refreshToken && JSON.stringify({ refresh_token: refreshToken, updated_at_millis: now }),
      REFRESH_COOKIE_SECONDS,
    ],
    ...outdatedNames(projectId, isHttps).map((name): CookieChange => [name, null, 0]),
  ]
}

/** Returns a cookie name and the name that the newest official clients use for it. */
export function bothNames(name: string): string[] {
  return [name, name.replace('stack', 'hexclave')]
}

/** Cookies to delete when the current ones are written. */
function outdatedNames(projectId: string, isHttps: boolean): string[] {
  const named = [isHttps, false].map((https) => [accessCookieName(https), refreshCookieName(projectId, https)])
  return [...named.flat().flatMap(bothNames), ...undatedNames(projectId)].filter((name) => !named[0]?.includes(name))
}

/** Cookie names of earlier protocol clients. Their value is the refresh token as plain text. */
function undatedNames(projectId: string): string[] {
  return [`stack-refresh-${projectId}`, 'stack-refresh']
}

function prefix(isHttps: boolean): string {
  return isHttps ? '__Host-' : ''
}

/** Returns all values of a cookie. The same name can occur once per path and domain. */
export function valuesOf(cookieText: string, name: string): string[] {
  return cookieText
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => decode(pair.slice(name.length + 1)))
}

/** Parses the refresh tokens and sorts them, newest first. */
function parseDatedTokens(values: string[]): string[] {
  return values
    .flatMap((value) => {
      const { refresh_token: token, updated_at_millis: at } = parseObject(value) ?? {}
      return isToken(token) && typeof at === 'number' ? { token, at } : []
    })
    .sort((one, other) => other.at - one.at)
    .map(({ token }) => token)
}

/** Finds the access token that was written together with this refresh token. */
function pairedAccessToken(values: string[], refreshToken: string): string | null {
  for (const pair of values.map(parseObject)) {
    if (Array.isArray(pair) && pair[0] === refreshToken && isToken(pair[1])) return pair[1]
  }
  return null
}

/** False for `String(undefined)`, and for text that no header can contain. */
export function isToken(value: unknown): value is string {
  // guard: a token that no header can contain is no session (drop `/^[!-~]+$/.test(value)`) [token-store]
  return typeof value === 'string' && /^[!-~]+$/.test(value) && value !== 'undefined'
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
