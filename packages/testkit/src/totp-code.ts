import { oneTimePassword, totpStep } from '@portico/protocols/totp'

import type { TestClock } from './test-clock.ts'

/**
 * What the authenticator app with this secret shows by the clock of the service.
 *
 * @param stepsAway of 30 seconds, for apps whose clock is wrong
 */
export function totpCode(secretBase64: string, clock: Pick<TestClock, 'now'>, stepsAway = 0): Promise<string> {
  const secret = Uint8Array.from(Buffer.from(secretBase64, 'base64'))
  return oneTimePassword(secret, totpStep(clock.now().getTime()) + stepsAway)
}
