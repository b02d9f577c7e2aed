import type { SendRequest } from '../transport/request.ts'
import type { Session } from './session.ts'
import type { Tokens } from './tokens.ts'

import { KnownErrors } from '../transport/known-error.ts'

/** Longer than that nobody waits for a goodbye. */
const SIGN_OUT_MILLIS = 10_000

/**
 * Ends the session here, and then on the service.
 *
 * Here it ends first and in any case: whoever signs out on a shared computer and closes the page must not stay signed in
 * because the service was slow or out of reach. A failure is thrown, since elsewhere the session may still be alive.
 *
 * @param detach makes a session of the last tokens by which the service can be told
 */
export async function endSession(
  request: SendRequest,
  session: Session,
  detach: (tokens: Tokens) => Session,
): Promise<void> {
  const farewell = detach(session.tokens)
  session.end()
  try {
    const { accessToken } = await farewell.getTokens()
    // Without a token the service has nothing to end: the session is over there already.
    if (accessToken === null) return
    const options = { method: 'DELETE', body: {}, session: farewell, keepalive: true } as const
    await request('/auth/sessions/current', { ...options, withinMillis: SIGN_OUT_MILLIS })
  } catch (error) {
    if (!KnownErrors.RefreshTokenError.isInstance(error) && !farewell.hasEnded) throw error
  }
}
