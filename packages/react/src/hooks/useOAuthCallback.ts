import { KnownError, KnownErrors, porticoAppInternalsSymbol, type PorticoClientApp } from '@portico/client'
import { useEffect, useRef, useState } from 'react'
import { takeAddressWithCodes, useOneTimeCodes } from '../app/one-time-codes.ts'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { leadOn } from './lead-on.ts'
import type { SignInRemoval } from './leave-after-success.ts'

const names = ['code', 'state'] as const

/** After this the visitor is offered a way on by hand. */
const PATIENCE_MILLIS = 3_000

export type OAuthCallbackState =
  /** Is being finished, or is finished and the page is being left. */
  | { readonly step: 'working'; readonly isSlow: boolean }
  /** Signed in, but the account has lost ways to sign in: tell the person which ones, then call `goOn`. */
  | { readonly step: 'methods-removed'; readonly removal: SignInRemoval }
  /** Only where there is nowhere to go: with the redirect method `none`. */
  | { readonly step: 'signed-in' }
  /** The same, or the browser keeps nothing for the page that would ask. */
  | { readonly step: 'second-factor'; readonly attemptCode: string }
  /** The page was opened without anything to finish. */
  | { readonly step: 'lost' }
  /** Refused by the service, with nowhere to go. */
  | { readonly step: 'refused'; readonly error: KnownError }
  | { readonly step: 'failed'; readonly failure: unknown }

/** Finishes the sign-in with a provider on the page the provider leads back to, once. */
export function useOAuthCallback(): OAuthCallbackState {
  const app = usePorticoApp()
  const [outcome, setOutcome] = useState<OAuthCallbackState | null>(null)
  const [isSlow, setIsSlow] = useState(false)
  const begun = useRef(false)
  useOneTimeCodes(names)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
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
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), PATIENCE_MILLIS)
    return () => clearTimeout(timer)
  }, [])
  return outcome ?? { step: 'working', isSlow }
}

function removalOf(app: PorticoClientApp): SignInRemoval {
  const { page, removed = [] } = app[porticoAppInternalsSymbol].latestSignIn()
  return { methods: removed, goOn: () => leadOn(app, page) }
}

function stepOf(thrown: unknown): OAuthCallbackState {
  if (KnownErrors.MultiFactorAuthenticationRequired.isInstance(thrown)) {
    return { step: 'second-factor', attemptCode: thrown.details.attempt_code }
  }
  return KnownError.isKnownError(thrown) ? { step: 'refused', error: thrown } : { step: 'failed', failure: thrown }
}
