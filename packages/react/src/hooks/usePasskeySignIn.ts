import { isPasskeyCeremonyAborted, type KnownError, type Result } from '@portico/client'
import { useEffect, useRef } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useSignIn, type SignInAction } from './useSignIn.ts'

type PasskeySignIn = Promise<Result<unknown, KnownError>>

/**
 * Signs in with a passkey, in a ceremony of the browser. A person who breaks it off gets no error.
 *
 * With `autofill` it also waits in the background, as long as the component is there, for a passkey to be picked among
 * the suggestions of a field with `autocomplete="username webauthn"`.
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

  // Only one ceremony runs at a time, so the wait begins anew whenever another one is over.
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
    // Nobody has asked for this yet, so nobody hears that it is not possible; from the answer on, `submit` says it.
    begun.catch(() => {})
    return () => wait.abort()
  }, [waits, app])

  return { ...signIn, submit: () => submit() }
}
