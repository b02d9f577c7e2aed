import { KnownErrors, type KnownError } from '@portico/client'
import { useState } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { forgetGoodCode } from './checked-code.ts'
import type { CodeProblem } from './code-problem.ts'
import { useAction, type ActionPhase } from './useAction.ts'
import { useCodeCheck } from './useCodeCheck.ts'

export interface PasswordReset {
  /** `refused` means that the code was good at first and not any more when it was used. */
  readonly state: 'checking' | 'ready' | 'refused' | 'done' | CodeProblem
  readonly phase: ActionPhase
  readonly failure: unknown
  /** Sets the new password. Gives what the service has against it, or null. */
  readonly submit: (password: string) => Promise<KnownError | null>
}

/**
 * The choice of a new password by the code of a mail. The code is looked at once on entry, so that nobody chooses a
 * password for nothing. An error beyond the states of a code is thrown into the nearest error boundary.
 */
export function usePasswordReset(code: string | null | undefined): PasswordReset {
  const app = usePorticoApp()
  const verdict = useCodeCheck(code || null, async () => {
    const result = await app.verifyPasswordResetCode(code ?? '')
    if (result.status === 'error') throw result.error
    return true
  })
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
  const checked = verdict === null ? 'checking' : 'problem' in verdict ? verdict.problem : 'ready'
  const state = action.phase === 'done' ? 'done' : refused ? 'refused' : code ? checked : 'invalid'
  return { state, phase: action.phase, failure: action.failure, submit: action.submit }
}
