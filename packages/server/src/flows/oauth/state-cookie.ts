import { OAUTH_STATE_COOKIE_SECONDS } from '@portico/contract'

/**
 * The cookie that ties a sign-in at a provider to the browser that began it (RFC 9700 section 4.7): an answer that a
 * stranger slips to somebody finds no cookie there.
 */
export interface StateCookie {
  readonly name: string
  readonly isHttps: boolean
  /** The provider answers by a form posted across sites, which a cookie for same-site requests would not come with. */
  readonly isForForm: boolean
}

export function stateCookie(baseUrl: string, state: string, isForForm: boolean): StateCookie {
  const isHttps = baseUrl.startsWith('https://')
  return { name: `${isHttps ? '__Host-' : ''}stack-oauth-inner-${state}`, isHttps, isForForm }
}

export function setStateCookie(cookie: StateCookie): string {
  return `${cookie.name}=true; Max-Age=${OAUTH_STATE_COOKIE_SECONDS}; ${attributes(cookie)}`
}

export function clearStateCookie(cookie: StateCookie): string {
  return `${cookie.name}=; Max-Age=0; ${attributes(cookie)}`
}

export function hasStateCookie({ name }: StateCookie, headers: Headers): boolean {
  const cookies = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  return cookies.includes(`${name}=true`)
}

function attributes({ isHttps, isForForm }: StateCookie): string {
  // Browsers take `None` over https only; without https the form comes from this very host (a look-alike).
  const sameSite = isHttps && isForForm ? 'None' : 'Lax'
  return `Path=/; HttpOnly; SameSite=${sameSite}${isHttps ? '; Secure' : ''}`
}
