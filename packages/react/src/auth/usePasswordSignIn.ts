'use client'

import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useSignIn, type SignInAction } from './useSignIn.ts'

/** What a person types to sign in. */
export interface Credential {
  /** The email address. */
  readonly email: string
  /** The password. */
  readonly password: string
}

/**
 * Signs in with e-mail and password, shows the success for a moment, then redirects to the return location or to
 * `urls.afterSignIn`.
 */
export function usePasswordSignIn(): SignInAction<[Credential]> {
  const app = usePorticoApp()
  return useSignIn(({ email, password }: Credential) =>
    app.signInWithCredential({ email: email.trim(), password, noRedirect: true }),
  )
}
