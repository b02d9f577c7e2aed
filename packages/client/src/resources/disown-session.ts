import type { CodeRefused } from '../sign-in/sign-in.ts'
import { type Result, resultOf } from '../transport/result.ts'
import type { UserContext } from './user-context.ts'
import { present } from '../transport/present.ts'

/** What `disownSession` has done besides ending the session. */
export interface DisownedSession {
  /** Whether the service mails a link to choose a new password to the address that got the mail. */
  readonly isPasswordResetSent: boolean
}

/** Ends the session that a mail about a new device reports. */
export function disownSession({ request }: UserContext, code: string): Promise<Result<DisownedSession, CodeRefused>> {
  return resultOf(
    async () => present(await request('POST /auth/sessions/disown', { body: { code } })),
    'VERIFICATION_ERROR',
  )
}
