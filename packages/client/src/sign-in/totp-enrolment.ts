import { encodeBase32 } from '@portico/protocols/base32'
import { otpauthUri } from '@portico/protocols/otpauth-uri'
import { matchTotpStep } from '@portico/protocols/totp'

import type { Ports } from '../transport/ports.ts'

/** 160 bits, as RFC 4226 section 4 recommends. */
const SECRET_BYTES = 20
/** How wrong a clock may be for us to say that it is the clock. */
const CLOCK_ERROR_MAX_MILLIS = 15 * 60_000
/** What one comparison covers: a step, and one either way. */
const MATCHED_MILLIS = 90_000

/** `other-time` means that the code is right, but by a clock that is not ours. */
export type TotpVerdict = 'right' | 'wrong' | 'other-time'

/** A secret for an authenticator app that nobody has stored yet. */
export interface TotpEnrolment {
  readonly secret: Uint8Array
  /** The secret as people copy it into an app. */
  readonly secretText: string
  /** The same as an address, for a QR code or a link on a phone that has the app itself. */
  readonly uri: string
  /** Compares a code of the app with the secret. */
  readonly check: (code: string) => Promise<TotpVerdict>
}

export interface TotpAccount {
  /** Who asks for the codes: the name of the project. */
  readonly issuer: string
  /** Whose account it is: an e-mail address mostly. */
  readonly account: string
}

export function beginTotpEnrolment(
  { now, randomBytes }: Pick<Ports, 'now' | 'randomBytes'>,
  { issuer, account }: TotpAccount,
): TotpEnrolment {
  const secret = Uint8Array.from(randomBytes(SECRET_BYTES))
  return {
    secret,
    secretText: encodeBase32(secret),
    uri: otpauthUri({ issuer, account, secret }),
    check: async (code) => {
      const nowMillis = now()
      if ((await matchTotpStep(secret, code, nowMillis)) !== null) return 'right'
      return (await belongsToAnotherTime(secret, code, nowMillis)) ? 'other-time' : 'wrong'
    },
  }
}

async function belongsToAnotherTime(
  secret: Uint8Array<ArrayBuffer>,
  code: string,
  nowMillis: number,
): Promise<boolean> {
  for (let away = MATCHED_MILLIS; away <= CLOCK_ERROR_MAX_MILLIS; away += MATCHED_MILLIS) {
    for (const at of [nowMillis - away, nowMillis + away]) {
      if ((await matchTotpStep(secret, code, at)) !== null) return true
    }
  }
  return false
}
