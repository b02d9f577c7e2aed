const DIGITS = 6
const STEP_MILLIS = 30_000
/** One step either way: clocks differ, and people need a moment to type (RFC 6238 section 5.2). */
const DRIFT_STEPS = 1

/** The time step a moment falls into (RFC 6238 section 4.2, with T0 = 0 and X = 30 seconds). */
export function totpStep(nowMillis: number): number {
  return Math.floor(nowMillis / STEP_MILLIS)
}

/**
 * The one-time password for a counter, with HMAC-SHA-1 as authenticator apps have it. For TOTP the counter is the step.
 *
 * @param secret shared secret, at least 16 bytes (RFC 4226 section 4, R6)
 * @param counter a whole number from 0
 * @see https://www.rfc-editor.org/rfc/rfc4226#section-5.3
 */
export async function oneTimePassword(
  secret: Uint8Array<ArrayBuffer>,
  counter: number,
  digits: number = DIGITS,
): Promise<string> {
  const message = new DataView(new ArrayBuffer(8))
  message.setBigUint64(0, BigInt(counter))
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-1' }, false, ['sign'])
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, message))
  // Dynamic truncation: the last four bits say where the 31 bits begin that become the digits.
  const offset = mac.getUint8(mac.byteLength - 1) & 0xf
  const truncated = mac.getUint32(offset) & 0x7f_ff_ff_ff
  return String(truncated % 10 ** digits).padStart(digits, '0')
}

/**
 * Finds the time step a TOTP code belongs to, allowing one step of clock drift either way.
 *
 * @param secret shared secret, at least 16 bytes (RFC 4226 section 4, R6)
 * @param offered what the user typed; anything but six digits matches nothing
 * @param nowMillis milliseconds since the epoch, by the server's clock
 * @returns the step, or null. A code is good once: keep the step, and refuse it and earlier ones next time.
 * @see https://www.rfc-editor.org/rfc/rfc6238#section-5.2
 */
export async function matchTotpStep(
  secret: Uint8Array<ArrayBuffer>,
  offered: string,
  nowMillis: number,
): Promise<number | null> {
  const present = totpStep(nowMillis)
  let matched: number | null = null
  for (let step = Math.max(0, present - DRIFT_STEPS); step <= present + DRIFT_STEPS; step += 1) {
    // All of them are made, whichever matches, so that the time taken tells nothing.
    if (isSameText(await oneTimePassword(secret, step), offered)) matched = step
  }
  return matched
}

/** Compares in a time that depends on the length alone. */
function isSameText(expected: string, offered: string): boolean {
  if (expected.length !== offered.length) return false
  let difference = 0
  for (let index = 0; index < expected.length; index += 1) {
    difference |= expected.charCodeAt(index) ^ offered.charCodeAt(index)
  }
  return difference === 0
}
