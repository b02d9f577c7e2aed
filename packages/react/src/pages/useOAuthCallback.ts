'use client'

import { KnownError, KnownErrors, porticoAppInternalsSymbol, type PorticoClientApp } from '@portico/client'
import { useIsLate } from '@portico/ui/parts/useIsLate'
import { useEffect, useRef, useState } from 'react'
import { takeAddressWithCodes, useOneTimeCodes } from '../app/one-time-codes.ts'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { continueAfterSuccess } from '../hooks/continue-after-success.ts'
import type { SecondFactorStep } from '../hooks/useSecondFactor.ts'
import type { SignInRemoval } from '../hooks/leave-after-success.ts'

const names = ['code', 'state'] as const

/** After this time, the page offers a link to continue manually. */
const PATIENCE_MILLIS = 3_000

/** The state of the page that providers redirect to. */
export type OAuthCallbackState =
  /** The sign-in is being completed, or it is complete and the page redirects. */
  | { readonly step: 'working'; readonly isSlow: boolean }
  /** Signed in, but sign-in methods were removed from the account: show them, then call `continueAfterSuccess`. */
  | { readonly step: 'methods-removed'; readonly removal: SignInRemoval }
  /** Only with the redirect method `none`. */
  | { readonly step: 'signed-in' }
  /** Only with the redirect method `none`, or if storage for the second-factor page is unavailable. */
  | { readonly step: 'second-factor'; readonly attemptCode: string; readonly factors?: SecondFactorStep['factors'] }
  /** The page was opened without a pending sign-in. */
  | { readonly step: 'lost' }
  /** The service refused the sign-in, and no redirect is possible. */
  | { readonly step: 'refused'; readonly error: KnownError }
  | { readonly step: 'failed'; readonly failure: unknown }

/** Completes a provider sign-in once, on the page that the provider redirects to. */
export function useOAuthCallback(): OAuthCallbackState {
  const app = usePorticoApp()
  const [outcome, setOutcome] = useState<OAuthCallbackState | null>(null)
  const isSlow = useIsLate(PATIENCE_MILLIS)
  const hasStarted = useRef(false)
  useOneTimeCodes(names)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    const internals = app[porticoAppInternalsSymbol]
    internals.finishOAuth(takeAddressWithCodes()).then(
      (result) => {
        if (result === 'nothing-to-do') setOutcome({ step: 'lost' })
        else if (result === 'methods-removed') setOutcome({ step: 'methods-removed', removal: removalOf(app) })
        else if (internals.redirectMethod === 'none') setOutcome({ step: 'signed-in' })
      },
      (thrown: unknown) => setOutcome(stepOf(thrown)),
    )
  }, [app])
  return outcome ?? { step: 'working', isSlow }
}

function removalOf(app: PorticoClientApp): SignInRemoval {
  const { page, removed = [] } = app[porticoAppInternalsSymbol].latestSignIn()
  return { methods: removed, continueAfterSuccess: () => continueAfterSuccess(app, page) }
}

function stepOf(thrown: unknown): OAuthCallbackState {
  if (KnownErrors.MultiFactorAuthenticationRequired.isInstance(thrown)) {
    return { step: 'second-factor', attemptCode: thrown.details.attempt_code, factors: thrown.details.factors }
  }
  const isRefusal = KnownError.isKnownError(thrown) && !KnownErrors.RateLimited.isInstance(thrown)
  return isRefusal ? { step: 'refused', error: thrown } : { step: 'failed', failure: thrown }
}
