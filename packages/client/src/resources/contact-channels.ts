import type { KnownError } from '../transport/known-error.ts'
import type { SendRequest } from '../transport/request.ts'
import { errorOf, type Result, resultOf } from '../transport/result.ts'
import type { Session } from '../session/session.ts'
import type { CodeRefused } from '../sign-in/sign-in.ts'

export interface VerifyEmailOptions {
  /** Whether the mailbox owner keeps or rejects the account; see `verifyEmail`. */
  account?: 'mine' | 'not_mine'
}

/** Marks the mailed address as verified. With `not_mine`, removes it from the account instead. */
export function verifyContactChannel(
  request: SendRequest,
  code: string,
  { account }: VerifyEmailOptions,
  session: Session | undefined,
): Promise<Result<undefined, CodeRefused>> {
  return resultOf(async () => {
    await request('/contact-channels/verify', {
      method: 'POST',
      body: { code, account },
      session,
      isSessionOptional: true,
    })
    return undefined
  }, 'VERIFICATION_ERROR')
}

/** Mails the link that verifies the primary address of the user of this session. */
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
