import { usePorticoApp } from '../app/usePorticoApp.ts'
import { problemOfCode, type CodeProblem } from './code-problem.ts'
import { useAction, type ActionPhase } from './useAction.ts'

export interface EmailVerification {
  readonly phase: ActionPhase
  /** Why the link cannot be used; a used one counts as success. */
  readonly problem: Exclude<CodeProblem, 'used'> | null
  readonly failure: unknown
  /** Verifies the address. Only ever call it from a click: programs that look at mails open links too. */
  readonly verify: () => Promise<void>
}

/** The verification of an e-mail address by the code of its mail. */
export function useEmailVerification(code: string | null | undefined): EmailVerification {
  const app = usePorticoApp()
  const action = useAction<[], Exclude<CodeProblem, 'used'>>(async () => {
    const problem = await problemOfCode(() => app.verifyEmail(code ?? ''))
    return problem === null || problem === 'used' ? { status: 'ok' } : { status: 'error', error: problem }
  })
  return {
    phase: action.phase,
    problem: code ? action.error : 'invalid',
    failure: action.failure,
    verify: async () => void (await action.submit()),
  }
}
