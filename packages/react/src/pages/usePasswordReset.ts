'use client'

import { KnownError, KnownErrors, porticoAppInternalsSymbol } from '@portico/client'
import { useRef, useState } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { forgetGoodCode } from '../hooks/checked-code.ts'
import type { CodeProblem } from '../hooks/code-problem.ts'
import { useAction, type ActionPhase } from '../hooks/useAction.ts'
import { useCodeCheck } from '../hooks/useCodeCheck.ts'

/** The state of the page that sets a new password. */
export interface PasswordReset {
  /** `refused`: the code was valid when the page opened, but not when it was used. */
  readonly state: 'checking' | 'ready' | 'refused' | 'done' | CodeProblem
  /**
   * The address that the mail was sent to; null until it is known. Password managers store the new password with it.
   */
  readonly email: string | null
  /** How far the latest `submit` is. */
  readonly phase: ActionPhase
  /** Why the latest `submit` failed; null if it did not. */
  readonly failure: unknown
  /** Sets the new password. Resolves to the expected error, or null. */
  readonly submit: (password: string) => Promise<KnownError | null>
}

/**
 * Sets a new password with the code from a mail. The code is checked when the page opens, so that the visitor does not
 * choose a password in vain. An error that does not concern the code is thrown to the nearest error boundary.
 */
export function usePasswordReset(code: string | null | undefined): PasswordReset {
  const app = usePorticoApp()
  const verdict = useCodeCheck(code || null, async () => {
    const body = { code: code ?? '' }
    return app[porticoAppInternalsSymbol].request('POST /auth/password/reset/check-code', { body })
  })
  const [refused, setRefused] = useState(false)
  /** The passwords of requests without an answer, which the service may have received. */
  const unanswered = useRef<ReadonlySet<string>>(new Set())
  const action = useAction(async (password: string) => {
    try {
      const result = await app.resetPassword({ code: code ?? '', password })
      forgetGoodCode()
      if (result.status === 'ok') return result
      const isUsed = KnownErrors.VerificationCodeAlreadyUsed.isInstance(result.error)
      // The request without an answer has used the code. After two different passwords, it is unknown which one is set.
      if (isUsed && unanswered.current.size === 1 && unanswered.current.has(password)) return { status: 'ok' }
      setRefused(true)
      throw result.error
    } catch (error) {
      if (KnownErrors.PasswordRequirementsNotMet.isInstance(error)) return { status: 'error', error }
      if (!KnownError.isKnownError(error)) unanswered.current = new Set([...unanswered.current, password])
      throw error
    }
  })

  if (verdict && 'thrown' in verdict) throw verdict.thrown
  const checked = verdict === null ? 'checking' : 'problem' in verdict ? verdict.problem : 'ready'
  const state = action.phase === 'done' ? 'done' : refused ? 'refused' : code ? checked : 'invalid'
  const email = (verdict && 'answer' in verdict && verdict.answer.email) || null
  return { state, email, phase: action.phase, failure: action.failure, submit: action.submit }
}
