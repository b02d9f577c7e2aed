import type { Call } from '../kernel/call.ts'
import { KnownError } from '../kernel/errors.ts'
import {
  openTriedCode,
  type CodeChecking,
  type OpenCode,
  type TriedCode,
} from '../records/verification-codes/verification-codes.ts'
import type { CallLimits } from './call-limits.ts'
import { asClient, emit } from '../kernel/emit.ts'

interface GuessingCall extends Call {
  readonly limits: Pick<CallLimits, 'failed'>
}

/**
 * Opens a code of which a person types a part. A wrong one counts as a failure of its account, as a wrong password
 * does. Each code allows five tries; counting per account stops a caller from requesting new codes for more.
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
    // Only a caller with the whole code meets the other refusals: nothing was guessed.
    if (tried.candidate && error instanceof KnownError && error.code === 'VERIFICATION_CODE_NOT_FOUND') {
      await limits.failed()
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
