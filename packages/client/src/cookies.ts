import type { Tokens } from './tokens.ts'

/**
 * The cookies of a session, as text. Names and formats are those of the protocol's clients (contract 01 sections 6
 * and 7), so that visitors stay signed in when an application moves to Portico.
 *
 * Written: `stack-refresh-<project id>--default`, on HTTPS with the prefix `__Host-`, holding JSON with a time stamp;
 * and `stack-access`, a JSON array of refresh and access token. Read as well: the older names.
 *
 * A `__Host-` cookie cannot have been planted by another sub-domain, so nothing else is looked at beside it. What
 * remains: where there is none, as for a visitor who is signed out, a sub-domain can sign them in to a session of its
 * own by one of the other names. That is the price of migration, and on plain http there is no better name.
 *
 * @param ignored refresh tokens that count as absent
 */
export function readTokens(
  cookieText: string,
  projectId: string,
  isHttps: boolean,
  ignored: ReadonlySet<string> = new Set(),
): Tokens {
  const cookies = parseCookies(cookieText)
  const newestOf = (name: string): string | null => newest(cookies.get(name), ignored)
  const refreshToken =
    newestOf(refreshCookieName(projectId, isHttps)) ??
    newestOf(refreshCookieName(projectId, false)) ??
    legacyNames(projectId)
      .flatMap((name) => cookies.get(name) ?? [])
      .find((value) => isToken(value) && !ignored.has(value)) ??
    null
  if (refreshToken === null) return { refreshToken, accessToken: null }
  return { refreshToken, accessToken: pairedAccessToken(cookies.get('stack-access') ?? [], refreshToken) }
}

export function refreshCookieName(projectId: string, isHttps: boolean): string {
  return `${isHttps ? '__Host-' : ''}stack-refresh-${projectId}--default`
}

/** Names of former versions; read for migration, removed when the current one is written. */
export function legacyNames(projectId: string): string[] {
  return [`stack-refresh-${projectId}`, 'stack-refresh']
}

/** Every value of each name: a browser sends several when they were set for different paths or domains. */
function parseCookies(text: string): Map<string, string[]> {
  const cookies = new Map<string, string[]>()
  for (const pair of text.split(';')) {
    const at = pair.indexOf('=')
    if (at < 0) continue
    const name = pair.slice(0, at).trim()
    cookies.set(name, [...(cookies.get(name) ?? []), decode(pair.slice(at + 1).trim())])
  }
  return cookies
}

function newest(values: string[] = [], ignored: ReadonlySet<string>): string | null {
  let found: { token: string; at: number } | null = null
  for (const value of values) {
    const parsed = parseJson(value)
    if (typeof parsed !== 'object' || parsed === null) continue
    const { refresh_token: token, updated_at_millis: at } = parsed as Record<string, unknown>
    if (!isToken(token) || ignored.has(token) || typeof at !== 'number') continue
    if (!found || at > found.at) found = { token, at }
  }
  return found && found.token
}

/** The access token counts only beside the refresh token it was written with. */
function pairedAccessToken(values: string[], refreshToken: string): string | null {
  for (const value of values) {
    const pair = parseJson(value)
    if (Array.isArray(pair) && pair[0] === refreshToken && isToken(pair[1])) return pair[1]
  }
  return null
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value !== 'undefined'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
