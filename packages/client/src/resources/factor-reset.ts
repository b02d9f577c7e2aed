import type { CodeRefused } from '../sign-in/sign-in.ts'
import { type Result, resultOf } from '../transport/result.ts'
import { servesOnePerson } from '../transport/serves-one-person.ts'
import type { UserContext } from './user-context.ts'

/** Cancels the announced removal of a second factor with the code from the mail about it. */
export async function cancelFactorResetByCode(
  context: UserContext,
  code: string,
): Promise<Result<undefined, CodeRefused>> {
  const { options, ports, request, users } = context
  const result = await resultOf(async () => {
    await request('POST /auth/mfa/factor-reset/cancel', { body: { code } })
    return undefined
  }, 'VERIFICATION_ERROR')
  // Also after a refusal, because the removal can have ended or taken effect elsewhere.
  // An app without a token store has no `holder`.
  if (options.tokenStore !== null && servesOnePerson(ports)) await users.refresh(context.holder.current())
  return result
}
