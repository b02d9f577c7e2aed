'use client'

import { porticoAppInternalsSymbol, type PorticoClientApp, type RemovedSignInMethod } from '@portico/client'
import { createContext } from 'react'
import { continueAfterSuccess } from './continue-after-success.ts'

/** How long a success is visible before the redirect: long enough to notice, short enough not to delay. */
const SUCCESS_MOMENT_MILLIS = 450

/** The sign-in methods that a sign-in removed from the account. The page shows them and then continues. */
export interface SignInRemoval {
  /** The removed methods, for a list. */
  readonly methods: readonly RemovedSignInMethod[]
  /** Redirects the page. Call it after the user has read the list. */
  readonly continueAfterSuccess: () => Promise<void>
}

/**
 * Shows the success for a moment, then redirects: new users to `urls.afterSignUp`, others to `urls.afterSignIn`.
 *
 * Resolves only with the redirect method `none`. Otherwise the page is about to unload and keeps its success state, so
 * that the visitor does not start again while the next page loads.
 *
 * @param show receives the removed sign-in methods, if any. The page stays until `continueAfterSuccess` is called.
 */
export async function leaveAfterSuccess(
  app: PorticoClientApp,
  show?: (removal: SignInRemoval | null) => void,
): Promise<void> {
  const internals = app[porticoAppInternalsSymbol]
  const { page, removed: methods } = internals.latestSignIn()
  await new Promise((resolve) => setTimeout(resolve, SUCCESS_MOMENT_MILLIS))
  if (show && methods)
    await new Promise<void>((resolve) => show({ methods, continueAfterSuccess: async () => resolve() }))
  await continueAfterSuccess(app, page).catch((error: unknown) => {
    show?.(null)
    throw error
  })
  if (internals.redirectMethod !== 'none') await new Promise(() => {})
  show?.(null)
}

/** Where the visitor signs in. */
export interface SignInPlace {
  /** What follows a success. */
  readonly leave: typeof leaveAfterSuccess
  /** Replaces the title and the lead of the sign-in page. */
  readonly title?: string
  readonly lead?: string
}

export const SignInPlaceContext = createContext<SignInPlace>({ leave: leaveAfterSuccess })
