'use client'

import { isPasskeyCeremonyAborted, type KnownError, type Result } from '@portico/client'
import { useEffect, useRef } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useSignIn, type SignInAction } from './useSignIn.ts'

type PasskeySignIn = Promise<Result<unknown, KnownError>>

/**
 * Signs in with a passkey. A user who cancels the ceremony gets no error.
 *
 * With `autofill` a ceremony also waits in the background while the component is mounted, until the user selects a
 * passkey among the suggestions of a field with `autocomplete="username webauthn"`.
 */
export function usePasskeySignIn({ autofill = false }: { readonly autofill?: boolean } = {}): SignInAction<[]> {
  const app = usePorticoApp()
  const signIn = useSignIn(async (begun?: PasskeySignIn) => {
    const result = await (begun ?? app.signInWithPasskey({ noRedirect: true }))
    if (result.status === 'error' && isPasskeyCeremonyAborted(result.error)) return { status: 'aborted' }
    return result
  })
  const { submit } = signIn
  const latestSubmit = useRef(submit)
  useEffect(() => {
    latestSubmit.current = submit
  })

  // Browsers run one ceremony at a time, so the background ceremony restarts when another one ends.
  const waits = autofill && signIn.phase === 'idle' && signIn.secondFactor === null
  useEffect(() => {
    if (!waits) return
    const wait = new AbortController()
    const begun: PasskeySignIn = app.signInWithPasskey({
      useBrowserAutofill: true,
      noRedirect: true,
      signal: wait.signal,
      onAnswer: () => void latestSubmit.current(begun),
    })
    // The user did not start this ceremony, so a failure before the answer is ignored. After the answer, `submit`
    // reports it.
    begun.catch(() => {})
    return () => wait.abort()
  }, [waits, app])

  return { ...signIn, submit: () => submit() }
}
