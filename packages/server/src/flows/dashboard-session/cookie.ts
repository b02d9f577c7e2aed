import { REFRESH_COOKIE_SECONDS } from '@portico/contract'

/**
 * The cookie with the refresh token of the dashboard. Scripts cannot read it, and other websites cannot make a browser
 * send it.
 */
interface SessionCookie {
  readonly name: string
  readonly attributes: string
}

/** Browsers accept the prefix and `Secure` over HTTPS only; the service runs without it in development mode. */
function sessionCookie(baseUrl: string): SessionCookie {
  const isHttps = baseUrl.startsWith('https://')
  return {
    name: `${isHttps ? '__Host-' : ''}portico-dashboard`,
    attributes: `Path=/; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`,
  }
}

export function setSessionCookie(baseUrl: string, refreshToken: string): string {
  const { attributes, name } = sessionCookie(baseUrl)
  return `${name}=${refreshToken}; Max-Age=${REFRESH_COOKIE_SECONDS}; ${attributes}`
}

export function clearSessionCookie(baseUrl: string): string {
  const { attributes, name } = sessionCookie(baseUrl)
  return `${name}=; Max-Age=0; ${attributes}`
}

const COOKIES_MAX = 5

/**
 * Reads the refresh tokens from the cookie. There are several if another page on the host or on a sibling domain has
 * set a cookie of the same name, which the browser may send first.
 */
export function readSessionCookies(baseUrl: string, headers: Headers): readonly string[] {
  const prefix = `${sessionCookie(baseUrl).name}=`
  const cookies = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  const values = cookies.filter((pair) => pair.startsWith(prefix)).map((pair) => pair.slice(prefix.length))
  return [...new Set(values.filter(Boolean))].slice(0, COOKIES_MAX)
}
