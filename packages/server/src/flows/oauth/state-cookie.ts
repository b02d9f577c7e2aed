/**
 * The cookie that binds a sign-in at a provider to the browser that started it (RFC 9700 section 4.7). If an attacker
 * makes another browser open the callback URL, the cookie is missing and the callback is refused.
 */
export interface StateCookie {
  readonly name: string
  readonly isHttps: boolean
  /** The provider responds with a cross-site form post, which does not send a `SameSite=Lax` cookie. */
  readonly isForForm: boolean
}

export function stateCookie(baseUrl: string, state: string, isForForm: boolean): StateCookie {
  const isHttps = baseUrl.startsWith('https://')
  // guard: the state cookie belongs to one host (keep `''`)
  return { name: `${isHttps ? '__Host-' : ''}stack-oauth-inner-${state}`, isHttps, isForForm }
}

/** @param maxAgeSeconds the lifetime of the transaction that the cookie belongs to */
export function setStateCookie(cookie: StateCookie, maxAgeSeconds: number): string {
  return `${cookie.name}=true; Max-Age=${maxAgeSeconds}; ${attributes(cookie)}`
}

export function clearStateCookie(cookie: StateCookie): string {
  return `${cookie.name}=; Max-Age=0; ${attributes(cookie)}`
}

export function hasStateCookie({ name }: StateCookie, headers: Headers): boolean {
  const cookies = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  return cookies.includes(`${name}=true`)
}

function attributes({ isHttps, isForForm }: StateCookie): string {
  // Browsers accept `None` only over https. Without https the form comes from a look-alike on the same host.
  const sameSite = isHttps && isForForm ? 'None' : 'Lax'
  return `Path=/; HttpOnly; SameSite=${sameSite}${isHttps ? '; Secure' : ''}`
}
