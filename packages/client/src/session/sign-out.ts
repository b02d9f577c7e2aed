import type { SendRequest } from '../transport/request.ts'
import type { Session } from './session.ts'
import { KnownErrors } from '../transport/known-error.ts'

/** Time limit of the sign-out request, because the user waits for it. */
const SIGN_OUT_MILLIS = 10_000

/**
 * Ends the session in this browser, and then on the service.
 *
 * The local session ends first and always: a user who signs out on a shared computer must not stay signed in because
 * the service is slow or unreachable. Throws if the request fails, because the service may still accept the session;
 * another call repeats the request.
 *
 * @param detached an independent session of the last tokens, for the request to the service
 */
export async function endSession(request: SendRequest, session: Session, detached: Session): Promise<void> {
  session.end()
  try {
    const { accessToken } = await detached.getTokens()
    if (accessToken !== null) {
      await request('DELETE /auth/sessions/current', {
        body: {},
        session: detached,
        keepalive: true,
        withinMillis: SIGN_OUT_MILLIS,
      })
    }
  } catch (error) {
    // The session has already ended on the service.
    if (!KnownErrors.RefreshTokenError.isInstance(error) && !detached.hasEnded) throw error
  }
  session.detached = null
}
