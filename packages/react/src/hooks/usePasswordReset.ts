import { KnownErrors, type KnownError } from '@portico/client'
import { useEffect, useRef, useState } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { forgetGoodCode, isKnownGoodCode, rememberGoodCode } from './checked-code.ts'
import { problemOfCode, type CodeProblem } from './code-problem.ts'
import { useAction, type ActionPhase } from './useAction.ts'

export interface PasswordReset {
  /** `refused` means that the code was good at first and not any more when it was used. */
  readonly state: 'checking' | 'ready' | 'refused' | 'done' | CodeProblem
  readonly phase: ActionPhase
  readonly failure: unknown
  /** Sets the new password. Gives what the service has against it, or null. */
  readonly submit: (password: string) => Promise<KnownError | null>
}

type Verdict = { readonly result: CodeProblem | 'ready' } | { readonly thrown: unknown }

/**
 * The choice of a new password by the code of a mail. The code is looked at once on entry, so that nobody chooses a
 * password for nothing. An error beyond the states of a code is thrown into the nearest error boundary.
 */
export function usePasswordReset(code: string | null | undefined): PasswordReset {
  const app = usePorticoApp()
  const verdict = useCodeCheck(code)
  const [refused, setRefused] = useState(false)
  const action = useAction(async (password: string) => {
    try {
      const result = await app.resetPassword({ code: code ?? '', password })
      forgetGoodCode()
      if (result.status === 'ok') return result
      setRefused(true)
      throw result.error
    } catch (error) {
      if (KnownErrors.PasswordRequirementsNotMet.isInstance(error)) return { status: 'error', error }
      throw error
    }
  })

  if (verdict && 'thrown' in verdict) throw verdict.thrown
  const checked = code ? (verdict?.result ?? 'checking') : 'invalid'
  const state = action.phase === 'done' ? 'done' : refused ? 'refused' : checked
  return { state, phase: action.phase, failure: action.failure, submit: action.submit }
}

function useCodeCheck(code: string | null | undefined): Verdict | null {
  const app = usePorticoApp()
  const [verdict, setVerdict] = useState<(Verdict & { readonly of: string }) | null>(null)
  // Each look counts as a try, so the second run of effects in strict mode must not take a second one.
  const asked = useRef<string | null>(null)
  useEffect(() => {
    if (!code || asked.current === code) return
    asked.current = code
    const check = isKnownGoodCode(code) ? Promise.resolve(null) : problemOfCode(() => app.verifyPasswordResetCode(code))
    check.then(
      (problem) => {
        if (problem === null) rememberGoodCode(code)
        setVerdict({ of: code, result: problem ?? 'ready' })
      },
      (thrown: unknown) => setVerdict({ of: code, thrown }),
    )
  }, [app, code])
  return verdict?.of === code ? verdict : null
}
