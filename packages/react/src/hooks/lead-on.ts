import type { PorticoClientApp } from '@portico/client'

/**
 * Leads on from a sign-in or sign-up: back to where the visitor came from, else to where `urls` says.
 *
 * The redirect to a return location that nobody trusts throws. Whoever wrote it into the link, the person who followed
 * the link is signed in by now; so they go on as if it were not there.
 */
export async function leadOn(app: PorticoClientApp, after: 'afterSignIn' | 'afterSignUp'): Promise<void> {
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
