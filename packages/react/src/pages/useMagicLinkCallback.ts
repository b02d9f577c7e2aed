'use client'

import { porticoAppInternalsSymbol } from '@portico/client'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useLatestUser } from '../app/useUser.ts'
import { codeProblemOf, type CodeProblem } from '../hooks/code-problem.ts'
import { useCodeCheck } from '../hooks/useCodeCheck.ts'
import { useSignIn, type SignInAction } from '../auth/useSignIn.ts'

/** The state of the page behind the link in a sign-in mail. */
export interface MagicLinkCallback extends Omit<SignInAction<[]>, 'submit' | 'reset'> {
  /** The link is being checked, and `email` is not known yet. */
  readonly isChecking: boolean
  /** The masked address that the link signs in, or null if the service does not return it. Show it before the click. */
  readonly email: string | null
  /** The reason why the link cannot be used. */
  readonly problem: CodeProblem | null
  /** Signs in. Call it only from a click: mail scanners open links too. */
  readonly signIn: () => Promise<void>
}

/** Signs in with a mailed link, then redirects like every sign-in. The link is checked once, when the page opens. */
export function useMagicLinkCallback(code: string | null | undefined): MagicLinkCallback {
  const app = usePorticoApp()
  const user = useLatestUser()
  const {
    submit,
    reset: _reset,
    ...signIn
  } = useSignIn(() => app.signInWithMagicLink(code ?? '', { noRedirect: true }))
  // A signed-in visitor sees a message instead, so the link is not checked.
  const verdict = useCodeCheck(code && user === null ? code : null, async () => {
    const call = 'POST /auth/otp/sign-in/check-code'
    const body = { code: code ?? '' }
    const answer = await app[porticoAppInternalsSymbol].request(call, { body })
    return answer.masked_email ?? null
  })
  const checked = verdict && 'problem' in verdict ? verdict.problem : null
  return {
    ...signIn,
    isChecking: Boolean(code) && user === null && verdict === null,
    // If the check fails, the click shows the error.
    email: verdict && 'answer' in verdict ? verdict.answer : null,
    // A truncated link fails the validation of the request, which `signIn` reports as `failure`.
    problem: code ? (codeProblemOf(signIn.error ?? signIn.failure) ?? checked) : 'invalid',
    signIn: async () => void (await submit()),
  }
}
