import { oneTimePassword, totpStep } from '@portico/protocols/totp'

import type { TestClock } from './test-clock.ts'

/**
 * Returns the code that an authenticator app with this secret shows at the service's time.
 *
 * @param stepsAway clock drift of the app, in time steps of 30 seconds
 */
export function totpCode(secretBase64: string, clock: Pick<TestClock, 'now'>, stepsAway = 0): Promise<string> {
  const secret = Uint8Array.from(Buffer.from(secretBase64, 'base64'))
  return oneTimePassword(secret, totpStep(clock.now().getTime()) + stepsAway)
}
