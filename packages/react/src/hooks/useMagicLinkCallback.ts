import { porticoAppInternalsSymbol } from '@portico/client'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useLatestUser } from '../app/useUser.ts'
import { codeProblemOf, type CodeProblem } from './code-problem.ts'
import { useCodeCheck } from './useCodeCheck.ts'
import { useSignIn, type SignInAction } from './useSignIn.ts'

export interface MagicLinkCallback extends Omit<SignInAction<[]>, 'submit' | 'reset'> {
  /** The link is being looked at; it is known soon whom it signs in. */
  readonly isChecking: boolean
  /** Whom the link signs in, most of the address hidden, or null if the service does not say. Show it before the click. */
  readonly email: string | null
  /** Why the link cannot be used. */
  readonly problem: CodeProblem | null
  /** Signs in. Only ever call it from a click: programs that look at mails open links too. */
  readonly signIn: () => Promise<void>
}

/** Signing in by the link of a mail; then leads on like every sign-in. The link is looked at once on entry. */
export function useMagicLinkCallback(code: string | null | undefined): MagicLinkCallback {
  const app = usePorticoApp()
  const user = useLatestUser()
  const {
    submit,
    reset: _reset,
    ...signIn
  } = useSignIn(() => app.signInWithMagicLink(code ?? '', { noRedirect: true }))
  // Whoever is signed in is not asked, and so their link is not looked at.
  const verdict = useCodeCheck(code && user === null ? code : null, async () => {
    const answer = await app[porticoAppInternalsSymbol].request<{ masked_email?: string }>(
      '/auth/otp/sign-in/check-code',
      { method: 'POST', body: { code }, isSessionOptional: true },
    )
    return answer.masked_email ?? null
  })
  const checked = verdict && 'problem' in verdict ? verdict.problem : null
  return {
    ...signIn,
    isChecking: Boolean(code) && user === null && verdict === null,
    // Without an answer the click will tell what is wrong.
    email: verdict && 'answer' in verdict ? verdict.answer : null,
    // A link that was cut short is not refused as a code but as a request, which counts as a failure elsewhere.
    problem: code ? (codeProblemOf(signIn.error ?? signIn.failure) ?? checked) : 'invalid',
    signIn: async () => void (await submit()),
  }
}
