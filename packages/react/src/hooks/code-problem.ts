import { KnownErrors, type KnownError, type Result } from '@portico/client'

/** Why a code from a mail's link cannot be used. */
export type CodeProblem = 'invalid' | 'expired' | 'used' | 'exhausted'

/** Sends a code and says what is wrong with it, or null if it is good. Every other error is thrown. */
export async function problemOfCode(send: () => Promise<Result<unknown, KnownError>>): Promise<CodeProblem | null> {
  try {
    const result = await send()
    if (result.status === 'error') throw result.error
    return null
  } catch (error) {
    const problem = codeProblemOf(error)
    if (problem === null) throw error
    return problem
  }
}

/** Null for an error that says nothing about a code. */
export function codeProblemOf(error: unknown): CodeProblem | null {
  if (KnownErrors.VerificationCodeNotFound.isInstance(error)) return 'invalid'
  // A link that was cut short on its way has not even the shape of a code.
  if (KnownErrors.SchemaError.isInstance(error)) return 'invalid'
  if (KnownErrors.VerificationCodeExpired.isInstance(error)) return 'expired'
  if (KnownErrors.VerificationCodeAlreadyUsed.isInstance(error)) return 'used'
  if (KnownErrors.VerificationCodeMaxAttemptsReached.isInstance(error)) return 'exhausted'
  return null
}
