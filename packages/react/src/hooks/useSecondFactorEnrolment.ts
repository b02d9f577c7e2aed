import { porticoAppInternalsSymbol, type TotpEnrolment } from '@portico/client'
import { useEffect, useState } from 'react'
import { useLatestProject } from '../app/useProject.ts'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useLatestUser } from '../app/useUser.ts'
import { readyAfter } from './ready-after.ts'
import { useAction, type Action } from './useAction.ts'
import { useSignedInUser } from './useSignedInUser.ts'

/** `other-time` means that the code is right, but by a clock that is not this device's. */
export type EnrolmentRefusal = 'wrong' | 'other-time'

export interface SecondFactorEnrolment {
  /** The secret for the app; undefined for a moment, until its code is here. */
  readonly offer: { readonly secretText: string; readonly uri: string } | undefined
  /** Why there is no secret. */
  readonly failure: unknown
  readonly confirm: Action<[code: string], EnrolmentRefusal>
}

/**
 * The way to a second factor: a new secret for an authenticator app, stored only once a code of that app has been right,
 * because a factor that does not work would lock its owner out.
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
  const confirm = useAction<[string], EnrolmentRefusal>(async (code) => {
    if (!offer) throw new Error('There is no secret yet that a code could belong to. Wait for `offer`.')
    const verdict = await offer.check(code)
    if (verdict !== 'right') return { status: 'error', error: verdict }
    await requireUser().update({ totpMultiFactorSecret: offer.secret })
    return { status: 'ok' }
  }, readyAfter(onSuccess))
  return { offer, failure, confirm }
}
