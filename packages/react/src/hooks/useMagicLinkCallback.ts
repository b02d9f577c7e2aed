import { usePorticoApp } from '../app/usePorticoApp.ts'
import { codeProblemOf, type CodeProblem } from './code-problem.ts'
import { useSignIn, type SignInAction } from './useSignIn.ts'

export interface MagicLinkCallback extends Omit<SignInAction<[]>, 'submit' | 'reset'> {
  /** Why the link cannot be used. */
  readonly problem: CodeProblem | null
  /** Signs in. Only ever call it from a click: programs that look at mails open links too. */
  readonly signIn: () => Promise<void>
}

/** Signing in by the link of a mail; then leads on like every sign-in. */
export function useMagicLinkCallback(code: string | null | undefined): MagicLinkCallback {
  const app = usePorticoApp()
  const {
    submit,
    reset: _reset,
    ...signIn
  } = useSignIn(() => app.signInWithMagicLink(code ?? '', { noRedirect: true }))
  return {
    ...signIn,
    // A link that was cut short is not refused as a code but as a request, which counts as a failure elsewhere.
    problem: code ? codeProblemOf(signIn.error ?? signIn.failure) : 'invalid',
    signIn: async () => void (await submit()),
  }
}
