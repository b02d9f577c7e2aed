import type { KnownError } from '../transport/known-error.ts'
import type { SendRequest } from '../transport/request.ts'
import { errorOf, type Result, resultOf } from '../transport/result.ts'
import type { Session } from '../session/session.ts'
import type { CodeRefused } from '../sign-in/sign-in.ts'

export interface VerifyEmailOptions {
  /** What the owner of the mailbox answers about the account that has their address. */
  account?: 'mine' | 'not_mine'
}

/** Marks the address the code was mailed to as verified, or removes it from an account that is not its owner's. */
export function verifyContactChannel(
  request: SendRequest,
  code: string,
  { account }: VerifyEmailOptions,
  session: Session | undefined,
): Promise<Result<undefined, CodeRefused>> {
  return resultOf(async () => {
    await request('/contact-channels/verify', { method: 'POST', body: { code, account }, session, mayBeNobodys: true })
    return undefined
  }, 'VERIFICATION_ERROR')
}

/** Mails the link that verifies the primary address of the user whose session it is. */
export function sendVerificationEmail(
  request: SendRequest,
  session: Session,
  email: string,
  callbackUrl: string,
): Promise<KnownError<'EMAIL_ALREADY_VERIFIED'> | void> {
  const body = { email, callback_url: callbackUrl }
  return errorOf(
    () => request('/contact-channels/send-verification-code', { method: 'POST', body, session }),
    'EMAIL_ALREADY_VERIFIED',
  )
}
