/**
 * The cookie that binds an authorization to the browser in which it began (RFC 9700 section 4.7). The address of an
 * interaction is not secret, so another browser that opens it must not be able to continue it.
 */
function cookieOf(baseUrl: string, uid: string): { readonly name: string; readonly attributes: string } {
  const isHttps = baseUrl.startsWith('https://')
  return {
    name: `${isHttps ? '__Host-' : ''}portico-partner-${uid}`,
    attributes: `Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`,
  }
}

export function setBrowserCookie(baseUrl: string, uid: string, value: string, maxAgeSeconds: number): string {
  const { attributes, name } = cookieOf(baseUrl, uid)
  return `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`
}

export function clearBrowserCookie(baseUrl: string, uid: string): string {
  const { attributes, name } = cookieOf(baseUrl, uid)
  return `${name}=; Max-Age=0; ${attributes}`
}

/** Returns an empty text without the cookie. */
export function readBrowserCookie(baseUrl: string, uid: string, headers: Headers): string {
  const prefix = `${cookieOf(baseUrl, uid).name}=`
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length) ?? ''
}
