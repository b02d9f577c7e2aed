import type { SendRequest } from '../transport/request.ts'
import type { Session } from './session.ts'
import type { Tokens } from './tokens.ts'
import { KnownErrors } from '../transport/known-error.ts'

/** Time limit of the sign-out request, because the user waits for it. */
const SIGN_OUT_MILLIS = 10_000

/**
 * Ends the session in this browser, and then on the service.
 *
 * The local session ends first and always: a user who signs out on a shared computer must not stay signed in because
 * the service is slow or unreachable. Throws if the request fails, because the service may still accept the session.
 *
 * @param detach creates an independent session of the last tokens, for the request to the service
 */
export async function endSession(
  request: SendRequest,
  session: Session,
  detach: (tokens: Tokens) => Session,
): Promise<void> {
  const detached = detach(session.tokens)
  session.end()
  try {
    const { accessToken } = await detached.getTokens()
    // No token: the session has already ended on the service.
    if (accessToken === null) return
    const options = { session: detached, keepalive: true, withinMillis: SIGN_OUT_MILLIS }
    await request('DELETE /auth/sessions/current', { body: {}, ...options })
  } catch (error) {
    if (!KnownErrors.RefreshTokenError.isInstance(error) && !detached.hasEnded) throw error
  }
}
