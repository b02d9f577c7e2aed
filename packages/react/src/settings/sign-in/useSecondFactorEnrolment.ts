'use client'

import { KnownErrors, porticoAppInternalsSymbol, type TotpEnrolment } from '@portico/client'
import { useEffect, useState } from 'react'
import { useLatestProject } from '../../app/useProject.ts'
import { usePorticoApp } from '../../app/usePorticoApp.ts'
import { useLatestUser } from '../../app/useUser.ts'
import { readyAfter } from '../../hooks/ready-after.ts'
import { useAction, type Action } from '../../hooks/useAction.ts'
import { useSignedInUser } from '../../hooks/useSignedInUser.ts'

/**
 * `other-time`: the code is correct for another time, so the clocks of the devices differ. `wrong-present-code`: the
 * user already has an app, and its code is missing, wrong or used.
 */
export type EnrolmentRefusal = 'wrong' | 'other-time' | 'wrong-present-code'

/** The set-up of an authenticator app. */
export interface SecondFactorEnrolment {
  /** The secret for the app. Undefined until the script that creates it is loaded. */
  readonly offer: { readonly secretText: string; readonly uri: string } | undefined
  /** The failure that prevented the creation of a secret. */
  readonly failure: unknown
  /** `presentCode` is a code from the app that the new one replaces. Required if the user has one. */
  readonly confirm: Action<[code: string, presentCode?: string], EnrolmentRefusal>
}

/**
 * Sets up or replaces the second factor. Creates a secret for an authenticator app and stores it after the user enters
 * a correct code, because a secret that the app does not have would lock the user out.
 */
export function useSecondFactorEnrolment(onSuccess?: () => void): SecondFactorEnrolment {
  const app = usePorticoApp()
  const requireUser = useSignedInUser()
  const user = useLatestUser()
  const issuer = useLatestProject()?.displayName
  const account = user?.primaryEmail ?? user?.id
  const [offer, setOffer] = useState<TotpEnrolment>()
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (issuer === undefined || account === undefined) return
    let current = true
    app[porticoAppInternalsSymbol].beginTotpEnrolment({ issuer, account }).then(
      (begun) => {
        if (current) setOffer(begun)
      },
      (thrown: unknown) => {
        if (current) setFailure(thrown)
      },
    )
    return () => {
      current = false
    }
  }, [app, issuer, account])
  const confirm = useAction<[string, string?], EnrolmentRefusal>(async (code, presentCode) => {
    if (!offer) throw new Error('`confirm` was called before the secret was created. Wait until `offer` is set.')
    const verdict = await offer.check(code)
    if (verdict !== 'right') return { status: 'error', error: verdict }
    try {
      await requireUser().update({
        totpMultiFactorSecret: offer.secret,
        ...(presentCode !== undefined && { totpCode: presentCode }),
      })
      return { status: 'ok' }
    } catch (error) {
      if (KnownErrors.InvalidTotpCode.isInstance(error)) return { status: 'error', error: 'wrong-present-code' }
      throw error
    }
  }, readyAfter(onSuccess))
  return { offer, failure, confirm }
}
