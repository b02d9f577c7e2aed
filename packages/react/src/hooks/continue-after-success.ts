import type { PorticoClientApp } from '@portico/client'

/**
 * Redirects after a sign-in or sign-up: to the return location, else to the address in `urls`.
 *
 * The redirect throws for an untrusted return location. An attacker may have put it into the link, but the user is
 * signed in by now, so it is ignored.
 */
export async function continueAfterSuccess(app: PorticoClientApp, after: 'afterSignIn' | 'afterSignUp'): Promise<void> {
  const redirect = (noRedirectBack: boolean): Promise<void> => {
    const options = { replace: true, noRedirectBack }
    return after === 'afterSignIn' ? app.redirectToAfterSignIn(options) : app.redirectToAfterSignUp(options)
  }
  try {
    await redirect(false)
  } catch {
    await redirect(true)
  }
}
