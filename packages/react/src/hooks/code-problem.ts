import { KnownErrors, type KnownError, type Result } from '@portico/client'

/** The reason why a code from a mailed link cannot be used. */
export type CodeProblem = 'invalid' | 'expired' | 'used' | 'exhausted'

/** Returns the data of a successful result. Throws the error of another. */
export function dataOf<Data>(result: Result<Data, KnownError>): Data {
  if (result.status === 'error') throw result.error
  return result.data
}

/** Sends a code. Returns the problem with it, or null for a valid code. Throws every other error. */
export async function problemOfCode(send: () => Promise<Result<unknown, KnownError>>): Promise<CodeProblem | null> {
  try {
    dataOf(await send())
    return null
  } catch (error) {
    const problem = codeProblemOf(error)
    if (problem === null) throw error
    return problem
  }
}

/** Returns the problem with the code that an error describes, or null for an error that does not concern a code. */
export function codeProblemOf(error: unknown): CodeProblem | null {
  if (KnownErrors.VerificationCodeNotFound.isInstance(error)) return 'invalid'
  // The team of an invitation was deleted.
  if (KnownErrors.TeamNotFound.isInstance(error)) return 'invalid'
  // A truncated link fails the validation of the request.
  if (KnownErrors.SchemaError.isInstance(error)) return 'invalid'
  if (KnownErrors.VerificationCodeExpired.isInstance(error)) return 'expired'
  if (KnownErrors.VerificationCodeAlreadyUsed.isInstance(error)) return 'used'
  if (KnownErrors.VerificationCodeMaxAttemptsReached.isInstance(error)) return 'exhausted'
  return null
}
