const DIGITS = 6
const STEP_MILLIS = 30_000
/** Allows for clock drift and for the time that typing takes (RFC 6238 section 5.2). */
// guard: a TOTP code drifts by one step at most (replace `= 1` with `= 2`)
const DRIFT_STEPS = 1

/** Returns the time step of a moment (RFC 6238 section 4.2, with T0 = 0 and X = 30 seconds). */
export function totpStep(nowMillis: number): number {
  return Math.floor(nowMillis / STEP_MILLIS)
}

/**
 * Computes the one-time password for a counter, with HMAC-SHA-1, which authenticator apps use. For TOTP the counter is
 * the time step.
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
  // Dynamic truncation: the last four bits are the byte offset of the 31 bits that become the digits.
  const offset = mac.getUint8(mac.byteLength - 1) & 0xf
  const truncated = mac.getUint32(offset) & 0x7f_ff_ff_ff
  return String(truncated % 10 ** digits).padStart(digits, '0')
}

/**
 * Finds the time step a TOTP code belongs to, allowing one step of clock drift either way.
 *
 * @param secret shared secret, at least 16 bytes (RFC 4226 section 4, R6)
 * @param offered user input; anything but six digits matches nothing
 * @param nowMillis server time, milliseconds since the epoch
 * @returns the step, or null. Each code is accepted once: store the step and refuse it and earlier ones afterwards.
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
    // Compute every code, even after a match, so that response time does not reveal which step matched.
    if (isSameText(await oneTimePassword(secret, step), offered)) matched = step
  }
  return matched
}

/** Compares in constant time for texts of the same length. */
function isSameText(expected: string, offered: string): boolean {
  // guard: a TOTP code is compared as a whole
  if (expected.length !== offered.length) return false
  let difference = 0
  for (let index = 0; index < expected.length; index += 1) {
    difference |= expected.charCodeAt(index) ^ offered.charCodeAt(index)
  }
  return difference === 0
}
