import { porticoAppInternalsSymbol, type PorticoClientApp } from '@portico/client'
import { leadOn } from './lead-on.ts'

/** How long a success stays visible before the page is left: long enough to be seen, too short to be waited for. */
const SUCCESS_MOMENT_MILLIS = 450

/**
 * Shows the success for a moment, then leaves the page: new users where `urls.afterSignUp` says, others where
 * `urls.afterSignIn` says.
 *
 * Ends only where there is nowhere to go (redirect method `none`): a page that is being left keeps its success, so that
 * nobody starts over while the next one is slow to come.
 */
export async function leaveAfterSuccess(app: PorticoClientApp): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, SUCCESS_MOMENT_MILLIS))
  await leadOn(app, app[porticoAppInternalsSymbol].latestSignIn())
  if (app[porticoAppInternalsSymbol].redirectMethod !== 'none') await new Promise(() => {})
}
