import type { CodeRefused } from '../sign-in/sign-in.ts'
import { type Result, resultOf } from '../transport/result.ts'
import type { UserContext } from './user-context.ts'

/** Cancels the announced removal of a second factor with the code from the mail about it. */
export function cancelFactorResetByCode(
  { request }: UserContext,
  code: string,
): Promise<Result<undefined, CodeRefused>> {
  return resultOf(async () => {
    await request('POST /auth/mfa/factor-reset/cancel', { body: { code } })
    return undefined
  }, 'VERIFICATION_ERROR')
}
