import type { CodeWithin } from '@portico/contract/errors'

import type { KnownError } from '../transport/known-error.ts'
import { type Result, resultOf } from '../transport/result.ts'
import {
  type AfterSignIn,
  afterSignIn,
  type CodeRefused,
  requestSignIn,
  type SharedCode,
  sharedCodes,
  type SignInContext,
} from './sign-in.ts'
import { present } from '../transport/present.ts'

/** What the page of an invitation shows before the person accepts it. */
export interface UserInvitationState {
  /** The invited address. */
  readonly recipientEmail: string
}

/** The errors of an acceptance that a page shows. */
export type UserInvitationRefused = KnownError<
  CodeWithin<'VERIFICATION_ERROR'> | 'USER_EMAIL_ALREADY_EXISTS' | SharedCode
>

export function checkUserInvitation(
  { request }: SignInContext,
  code: string,
): Promise<Result<UserInvitationState, CodeRefused>> {
  return resultOf(async () => {
    const { is_code_valid: _, ...state } = await request('POST /user-invitations/check-code', { body: { code } })
    return present(state)
  }, 'VERIFICATION_ERROR')
}

/**
 * Signs the invited person up or in. Sends no session: an invitation from an attacker would turn the visitor's
 * anonymous user into the attacker's account (login CSRF).
 */
export async function acceptUserInvitation(
  context: SignInContext,
  code: string,
  options?: AfterSignIn,
): Promise<Result<undefined, UserInvitationRefused>> {
  const result = await resultOf(
    () => requestSignIn(context, 'POST /user-invitations/accept', { code }),
    'VERIFICATION_ERROR',
    'USER_EMAIL_ALREADY_EXISTS',
    ...sharedCodes,
  )
  return afterSignIn(context, result, options)
}
