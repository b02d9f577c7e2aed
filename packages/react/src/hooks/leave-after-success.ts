import { porticoAppInternalsSymbol, type PorticoClientApp, type RemovedSignInMethod } from '@portico/client'
import { leadOn } from './lead-on.ts'

/** How long a success stays visible before the page is left: long enough to be seen, too short to be waited for. */
const SUCCESS_MOMENT_MILLIS = 450

/** A sign-in that has removed ways to sign in from the account; the page says so and then continues. */
export interface SignInRemoval {
  readonly methods: readonly RemovedSignInMethod[]
  /** Redirects the page, after the person has read it. */
  readonly goOn: () => Promise<void>
}

/**
 * Shows the success for a moment, then leaves the page: new users where `urls.afterSignUp` says, others where
 * `urls.afterSignIn` says.
 *
 * Ends only where there is nowhere to go (redirect method `none`): a page that is being left keeps its success, so that
 * the visitor does not start over while the next page loads.
 *
 * @param show is given what the sign-in has removed, if anything; the page stays until `goOn` is called
 */
export async function leaveAfterSuccess(
  app: PorticoClientApp,
  show?: (removal: SignInRemoval | null) => void,
): Promise<void> {
  const internals = app[porticoAppInternalsSymbol]
  const { page, removed: methods } = internals.latestSignIn()
  await new Promise((resolve) => setTimeout(resolve, SUCCESS_MOMENT_MILLIS))
  if (show && methods) await new Promise<void>((resolve) => show({ methods, goOn: async () => resolve() }))
  await leadOn(app, page).catch((error: unknown) => {
    show?.(null)
    throw error
  })
  if (internals.redirectMethod !== 'none') await new Promise(() => {})
  show?.(null)
}
