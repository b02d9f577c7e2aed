import { RETURN_PARAMETER } from '../app/return-location.ts'

/** Every website can link to this page with any return location, so only one on this origin counts. */
export function returnsToInvitation(href: string, invitationPage: string): boolean {
  const page = parseOwn(invitationPage, href)
  const returnTo = parseOwn(new URL(href).searchParams.get(RETURN_PARAMETER) ?? '', href)
  return page !== null && page.pathname === returnTo?.pathname
}

/** Returns the parsed address if it is on the origin of `href`, else null. */
function parseOwn(address: string, href: string): URL | null {
  try {
    const url = new URL(address, href)
    // guard: a return location on another origin names no invitation
    //   (replace `url.origin === new URL(href).origin` with `true`)
    return url.origin === new URL(href).origin ? url : null
  } catch {
    return null
  }
}
