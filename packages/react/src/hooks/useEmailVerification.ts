import { porticoAppInternalsSymbol } from '@portico/client'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useLatestUser } from '../app/useUser.ts'
import { problemOfCode, type CodeProblem } from './code-problem.ts'
import { useAction, type ActionPhase } from './useAction.ts'
import { useCodeCheck } from './useCodeCheck.ts'

export interface EmailVerification {
  readonly phase: ActionPhase
  /**
   * Whose account the address belongs to: of the person signed in here, or `unknown`. Then say that whoever did not create
   * it should reset its password instead: somebody else may have made it with their address, and still have its password.
   */
  readonly account: 'checking' | 'own' | 'unknown'
  /** Why the link cannot be used; a used one counts as success. */
  readonly problem: Exclude<CodeProblem, 'used'> | null
  readonly failure: unknown
  /** Verifies the address. Only ever call it from a click: programs that look at mails open links too. */
  readonly verify: () => Promise<void>
}

/** The verification of an e-mail address by the code of its mail. */
export function useEmailVerification(code: string | null | undefined): EmailVerification {
  const app = usePorticoApp()
  const account = useAccountOfCode(code)
  const action = useAction<[], Exclude<CodeProblem, 'used'>>(async () => {
    const problem = await problemOfCode(() => app.verifyEmail(code ?? ''))
    return problem === null || problem === 'used' ? { status: 'ok' } : { status: 'error', error: problem }
  })
  return {
    phase: action.phase,
    account,
    problem: code ? action.error : 'invalid',
    failure: action.failure,
    verify: async () => void (await action.submit()),
  }
}

function useAccountOfCode(code: string | null | undefined): EmailVerification['account'] {
  const app = usePorticoApp()
  const user = useLatestUser()
  // Where nobody is signed in there is nothing to ask, and a program that looks at mails costs no try.
  const verdict = useCodeCheck(code && user ? `${code} ${user.id}` : null, async () => {
    const answer = await app[porticoAppInternalsSymbol].request<{ is_own_account?: boolean }>(
      '/contact-channels/verify/check-code',
      { method: 'POST', body: { code }, mayBeNobodys: true },
    )
    return answer.is_own_account === true
  })
  if (!code || user === null) return 'unknown'
  if (user === undefined || verdict === null) return 'checking'
  // With a code that is no good there is nothing to be careful with.
  return 'problem' in verdict || ('answer' in verdict && verdict.answer) ? 'own' : 'unknown'
}
