/** The query parameter with the return location. */
export const RETURN_PARAMETER = 'after_auth_return_to'

/**
 * Returns the address of a sign-in or sign-up page that redirects to another address afterwards. A page on another
 * origin cannot redirect to a path of this one, so its address stays unchanged.
 */
export function returningTo(authPage: string, { origin, pathname, search, hash, href }: URL): URL {
  const target = new URL(authPage, href)
  if (target.origin === origin) target.searchParams.set(RETURN_PARAMETER, pathname + search + hash)
  return target
}
