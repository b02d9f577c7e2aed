import type { Tokens } from './tokens.ts'

import { parseObject } from '../transport/parse-object.ts'

export interface CookieReading {
  readonly isHttps: boolean
  /** See the option of that name. */
  readonly readUnprefixedCookies: boolean
  /** Refresh tokens that count as absent. */
  readonly ignored?: ReadonlySet<string>
}

/**
 * Reads the session's tokens from cookie text. Names and formats are those of the protocol's clients:
 * `stack-refresh-<project id>--default` holds JSON with a time stamp, `stack-access` a JSON array of refresh and access
 * token. On HTTPS both names have the prefix `__Host-`. The newest official clients write `hexclave-` instead of `stack-`.
 *
 * A sibling sub-domain can plant cookies without that prefix, and with them sign a visitor in to an account of its own.
 * On HTTPS they are therefore read only for applications that migrate, and the access token never.
 */
export function readTokens(
  cookieText: string,
  projectId: string,
  { isHttps, readUnprefixedCookies, ignored = new Set() }: CookieReading,
): Tokens {
  const read = (name: string): string[] => valuesOf(cookieText, name)
  const offered = datedTokens(bothNames(refreshCookieName(projectId, isHttps)).flatMap(read))
  if (!isHttps || readUnprefixedCookies) {
    offered.push(
      ...datedTokens(bothNames(refreshCookieName(projectId, false)).flatMap(read)),
      ...undatedNames(projectId).flatMap(read),
    )
  }
  const refreshToken = offered.find((token) => isToken(token) && !ignored.has(token)) ?? null
  const accessToken =
    refreshToken && pairedAccessToken(bothNames(accessCookieName(isHttps)).flatMap(read), refreshToken)
  return { refreshToken, accessToken }
}

export function accessCookieName(isHttps: boolean): string {
  return `${prefix(isHttps)}stack-access`
}

export function refreshCookieName(projectId: string, isHttps: boolean): string {
  return `${prefix(isHttps)}stack-refresh-${projectId}--default`
}

/** A name and the one that the newest official clients use instead. */
export function bothNames(name: string): string[] {
  return [name, name.replace('stack', 'hexclave')]
}

/** Names that a write of the current ones removes. */
export function outdatedNames(projectId: string, isHttps: boolean): string[] {
  const named = [isHttps, false].map((https) => [accessCookieName(https), refreshCookieName(projectId, https)])
  return [...named.flat().flatMap(bothNames), ...undatedNames(projectId)].filter((name) => !named[0]?.includes(name))
}

/** Names of former versions of the protocol's clients; they hold the refresh token as plain text. */
function undatedNames(projectId: string): string[] {
  return [`stack-refresh-${projectId}`, 'stack-refresh']
}

function prefix(isHttps: boolean): string {
  return isHttps ? '__Host-' : ''
}

/** Several values where the same name was set for different paths or domains. */
function valuesOf(cookieText: string, name: string): string[] {
  return cookieText
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => decode(pair.slice(name.length + 1)))
}

/** The refresh tokens in these values, the newest first. */
function datedTokens(values: string[]): string[] {
  return values
    .flatMap((value) => {
      const { refresh_token: token, updated_at_millis: at } = parseObject(value) ?? {}
      return isToken(token) && typeof at === 'number' ? { token, at } : []
    })
    .sort((one, other) => other.at - one.at)
    .map(({ token }) => token)
}

/** The access token counts only beside the refresh token it was written with. */
function pairedAccessToken(values: string[], refreshToken: string): string | null {
  for (const pair of values.map(parseObject)) {
    if (Array.isArray(pair) && pair[0] === refreshToken && isToken(pair[1])) return pair[1]
  }
  return null
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value !== 'undefined'
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
