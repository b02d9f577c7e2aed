import type { Call } from '../../kernel/call.ts'
import { KnownError } from '../../kernel/errors.ts'
import {
  openTriedCode,
  type CodeChecking,
  type OpenCode,
  type TriedCode,
} from '../../records/verification-codes/verification-codes.ts'
import type { CallLimits } from '../call/call-limits.ts'
import { asClient, emit } from '../../kernel/emit.ts'

interface GuessingCall extends Call {
  readonly limits: Pick<CallLimits, 'failed'>
}

/**
 * Opens a code of which the user types a part. A wrong code counts as a failure of its account, like a wrong password.
 * Each code allows five attempts. Counting per account stops an attacker who requests new codes to get more attempts.
 *
 * @throws VERIFICATION_CODE_NOT_FOUND, _EXPIRED, _ALREADY_USED or _MAX_ATTEMPTS_REACHED, in this order
 */
export async function openGuessedCode<Target>(
  checking: CodeChecking,
  { limits, ...call }: GuessingCall,
  tried: TriedCode<Target>,
): Promise<OpenCode<Target>> {
  try {
    return openTriedCode(checking, tried, call.now())
  } catch (error) {
    // The other errors require the whole code, so they are not wrong guesses.
    if (tried.candidate && error instanceof KnownError && error.code === 'VERIFICATION_CODE_NOT_FOUND') {
      // guard: a wrong code counts as a failure of the account [otp, rate-limiter]
      limits.failed()
      await call.db.run(
        emit(asClient(call), 'user.sign_in_refused', {
          userId: tried.candidate.userId,
          method: tried.kind === 'sign_in' ? 'otp' : 'totp',
          reason: error.code,
        }),
      )
    }
    throw error
  }
}
