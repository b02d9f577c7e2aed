import type { Call } from '../kernel/call.ts'
import { KnownError } from '../kernel/errors.ts'
import { recordAudit } from '../records/audit/audit.ts'
import {
  openTriedCode,
  type CodeChecking,
  type OpenCode,
  type TriedCode,
} from '../records/verification-codes/verification-codes.ts'
import type { CallLimits } from './call-limits.ts'

interface GuessingCall extends Call {
  readonly limits: Pick<CallLimits, 'failed'>
}

/**
 * Opens a code of which a person types a part. A wrong one is a failure of the account it is for, as a wrong password is: five
 * tries are granted per code, and without this a new code would grant five more each time.
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
      const { userId } = tried.candidate
      await limits.failed()
      await call.db.run(
        recordAudit(call, {
          action: 'user.signed_in',
          outcome: 'refused',
          actor: { type: 'client' },
          reason: error.code,
          ...(userId !== null && { targetId: userId }),
        }),
      )
    }
    throw error
  }
}
