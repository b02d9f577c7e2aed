'use client'

import type { KnownError } from '@portico/client'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { leaveAfterSuccess } from '../hooks/leave-after-success.ts'
import { refusalOf, useAction, type Action } from '../hooks/useAction.ts'
import type { Credential } from './usePasswordSignIn.ts'

/** The invitation that a sign-up accepts. */
export interface PasswordSignUpOptions {
  /** The code of an invitation to a team. It proves the invited address, which then needs no verification mail. */
  readonly teamInvitationCode?: string | undefined
}

/**
 * Signs up with e-mail and password, shows the success for a moment, then redirects to the return location or to
 * `urls.afterSignUp`.
 */
export function usePasswordSignUp({ teamInvitationCode }: PasswordSignUpOptions = {}): Action<
  [Credential],
  KnownError
> {
  const app = usePorticoApp()
  return useAction(
    ({ email, password }: Credential) =>
      refusalOf(() =>
        app.signUpWithCredential({
          email: email.trim(),
          password,
          noRedirect: true,
          ...(teamInvitationCode !== undefined && { teamInvitationCode }),
        }),
      ),
    () => leaveAfterSuccess(app),
  )
}
