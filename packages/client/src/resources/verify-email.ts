import { type Result, resultOf } from '../transport/result.ts'
import type { CodeRefused } from '../sign-in/sign-in.ts'
import { servesOnePerson } from '../transport/serves-one-person.ts'
import type { UserContext } from './user-context.ts'

/** What the owner of the mailbox has answered about the account. */
export interface VerifyEmailOptions {
  /** Whether the mailbox owner keeps or rejects the account; see `verifyEmail`. */
  account?: 'mine' | 'not_mine'
}

/** Marks the mailed address as verified. With `not_mine`, removes it from the account instead. */
export async function verifyEmail(
  context: UserContext,
  code: string,
  { account }: VerifyEmailOptions = {},
): Promise<Result<undefined, CodeRefused>> {
  const { request, ports, options } = context
  const hasSession = options.tokenStore !== null && servesOnePerson(ports)
  const session = hasSession ? context.holder.current() : undefined
  const result = await resultOf(async () => {
    await request('POST /contact-channels/verify', { body: { code, account }, session, isSessionOptional: true })
    return undefined
  }, 'VERIFICATION_ERROR')
  if (result.status === 'ok' && session) {
    await Promise.all([context.users.refresh(session), context.users.renew(session, 'contactChannels')])
  }
  return result
}
