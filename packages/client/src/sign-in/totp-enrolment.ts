import { TOTP_SECRET_BYTES } from '@portico/contract/limits'
import { readTypedCode } from '@portico/contract/typed-code'
import { encodeBase32 } from '@portico/protocols/base32'
import { otpauthUri } from '@portico/protocols/otpauth-uri'
import { matchTotpStep } from '@portico/protocols/totp'

import { BrowserError } from '../transport/browser-error.ts'
import type { Ports } from '../transport/ports.ts'

/** The largest clock error that is reported as a clock error. */
const CLOCK_ERROR_MAX_MILLIS = 15 * 60_000
/** The time range of one comparison: one time step and its two neighbours. */
const MATCHED_MILLIS = 90_000

/** `other-time` means that the code is correct for another time, so one of the clocks is wrong. */
export type TotpVerdict = 'right' | 'wrong' | 'other-time'

/** A new secret for an authenticator app, not yet stored by the service. */
export interface TotpEnrolment {
  /** The shared secret, for `update({ totpMultiFactorSecret })`. */
  readonly secret: Uint8Array
  /** The secret in Base32, for users who type it into an app. */
  readonly secretText: string
  /** The secret as an `otpauth:` URI, for a QR code or a link on the phone that has the app. */
  readonly uri: string
  /** Compares a code from the app with the secret. */
  readonly check: (code: string) => Promise<TotpVerdict>
}

export interface TotpAccount {
  /** The name of the project. */
  readonly issuer: string
  /** The account name, usually an e-mail address. */
  readonly account: string
}

export function beginTotpEnrolment(
  { now, randomBytes }: Pick<Ports, 'now' | 'randomBytes'>,
  { issuer, account }: TotpAccount,
): TotpEnrolment {
  const secret = Uint8Array.from(randomBytes(TOTP_SECRET_BYTES))
  return {
    secret,
    secretText: encodeBase32(secret),
    uri: otpauthUri({ issuer, account, secret }),
    check: async (typed) => {
      if (!('subtle' in crypto)) {
        throw new BrowserError('INSECURE_CONTEXT', 'An authenticator app can be set up only on https or localhost.')
      }
      const code = readTypedCode(typed)
      const nowMillis = now()
      if ((await matchTotpStep(secret, code, nowMillis)) !== null) return 'right'
      return (await matchesOtherTime(secret, code, nowMillis)) ? 'other-time' : 'wrong'
    },
  }
}

async function matchesOtherTime(secret: Uint8Array<ArrayBuffer>, code: string, nowMillis: number): Promise<boolean> {
  for (let away = MATCHED_MILLIS; away <= CLOCK_ERROR_MAX_MILLIS; away += MATCHED_MILLIS) {
    for (const at of [nowMillis - away, nowMillis + away]) {
      if ((await matchTotpStep(secret, code, at)) !== null) return true
    }
  }
  return false
}
