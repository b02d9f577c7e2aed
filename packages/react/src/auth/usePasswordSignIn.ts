'use client'

import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useSignIn, type SignInAction } from './useSignIn.ts'

export interface Credential {
  readonly email: string
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
