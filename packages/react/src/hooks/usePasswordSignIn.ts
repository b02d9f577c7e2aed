import type { KnownError } from '@portico/client'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { leaveAfterSuccess } from './leave-after-success.ts'
import { refusalOf } from './refusal.ts'
import { useAction, type Action } from './useAction.ts'

export interface Credential {
  readonly email: string
  readonly password: string
}

/**
 * Signs in with e-mail and password, and after a moment of success goes where `urls.afterSignIn` or the return location
 * says.
 */
export function usePasswordSignIn(): Action<[Credential], KnownError> {
  const app = usePorticoApp()
  return useAction(
    ({ email, password }: Credential) =>
      refusalOf(() => app.signInWithCredential({ email: email.trim(), password, noRedirect: true })),
    () => leaveAfterSuccess(app, 'afterSignIn'),
  )
}
