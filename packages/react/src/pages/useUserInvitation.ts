'use client'

import { canonicalEmail } from '@portico/contract/email-address'
import { useState } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useSignIn, type SignInAction } from '../auth/useSignIn.ts'
import { codeProblemOf, dataOf, type CodeProblem } from '../hooks/code-problem.ts'
import type { ActionPhase } from '../hooks/useAction.ts'
import { useCodeCheck } from '../hooks/useCodeCheck.ts'
import { useUserToLeave } from './useUserToLeave.ts'

/** What the visitor can do with an invitation to sign up. */
export interface UserInvitationAnswer extends Omit<SignInAction<[]>, 'submit' | 'reset'> {
  /**
   * - `checking`: the link is being checked
   * - `unreachable`: it could not be checked; `checkAgain` tries again
   * - `ready`: show the address, and offer `accept`
   * - `other-user`: another user is signed in. Offer `signOut`, which returns to this page.
   * - `signed-in`: the invited user is signed in, and the invitation can add nothing
   */
  readonly step: 'checking' | 'unreachable' | 'ready' | 'other-user' | 'signed-in'
  /** The invited address. Null until the link is checked. */
  readonly email: string | null
  /** The reason why the link cannot be used. An invitation that was revoked is `invalid`. */
  readonly problem: CodeProblem | null
  /** The phase of `signOut`. */
  readonly signingOut: ActionPhase
  /**
   * Signs the invited person up, or in if an account has the address. Call it only from a click: mail scanners open
   * links too.
   */
  readonly accept: () => Promise<void>
  /**
   * Signs out and opens this page again. After a failure the step stays `other-user`, and another call repeats the
   * sign-out.
   */
  readonly signOut: () => Promise<void>
  /** Checks the link again after `failure`. */
  readonly checkAgain: () => void
}

/**
 * Accepts an invitation to sign up with the code from its mail, then redirects like every sign-in. The link is checked
 * once, when the page opens.
 */
export function useUserInvitation(code: string | null | undefined): UserInvitationAnswer {
  const app = usePorticoApp()
  const { user, signOut } = useUserToLeave()
  const [round, setRound] = useState(1)
  const {
    submit,
    reset: _reset,
    ...signIn
  } = useSignIn(() => app.acceptUserInvitation(code ?? '', { noRedirect: true }))
  const verdict = useCodeCheck(code ? `${code} ${round}` : null, async () => {
    const { recipientEmail } = dataOf(await app.checkUserInvitation(code ?? ''))
    return recipientEmail
  })
  const email = verdict && 'answer' in verdict ? verdict.answer : null
  const checked = verdict && 'problem' in verdict ? verdict.problem : null
  const thrown = verdict && 'thrown' in verdict ? verdict.thrown : null

  function findStep(): UserInvitationAnswer['step'] {
    if (thrown !== null) return 'unreachable'
    if (email === null || user === undefined) return 'checking'
    if (user === null) return 'ready'
    if (user.primaryEmail === null || canonicalEmail(user.primaryEmail) !== canonicalEmail(email)) return 'other-user'
    // The invitation approves a user on the waiting list, and verifies the address.
    return user.isRestricted ? 'ready' : 'signed-in'
  }

  return {
    ...signIn,
    step: findStep(),
    email,
    // A truncated link fails the validation of the request, which `accept` reports as `failure`.
    problem: code ? (codeProblemOf(signIn.error ?? signIn.failure) ?? checked) : 'invalid',
    failure: thrown ?? signIn.failure ?? signOut.failure,
    signingOut: signOut.phase,
    accept: async () => void (await submit()),
    signOut: async () => void (await signOut.submit({ redirectUrl: addressWith(code ?? '') })),
    checkAgain: () => setRound(round + 1),
  }
}

/** The address of this page with the code, which the page removes from it when it opens. */
function addressWith(code: string): URL {
  const url = new URL(window.location.href)
  url.searchParams.set('code', code)
  return url
}
