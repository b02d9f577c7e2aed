import { REFRESH_COOKIE_SECONDS } from '@portico/contract'

/** The cookie with the refresh token of the dashboard. Scripts cannot read it, and other websites cannot make a browser send it. */
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

/** Reads the refresh token of the cookie; null without one. */
export function readSessionCookie(baseUrl: string, headers: Headers): string | null {
  const prefix = `${sessionCookie(baseUrl).name}=`
  const cookies = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  return cookies.find((pair) => pair.startsWith(prefix))?.slice(prefix.length) || null
}
