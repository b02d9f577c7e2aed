import { KnownErrors } from '@portico/client'

/** Why a code from a mail's link cannot be used. */
export type CodeProblem = 'invalid' | 'expired' | 'used'

/** Tells the states of a code apart that have a card of their own; null for every other error. */
export function codeProblemOf(error: unknown): CodeProblem | null {
  if (KnownErrors.VerificationCodeNotFound.isInstance(error)) return 'invalid'
  if (KnownErrors.VerificationCodeExpired.isInstance(error)) return 'expired'
  if (KnownErrors.VerificationCodeAlreadyUsed.isInstance(error)) return 'used'
  return null
}
