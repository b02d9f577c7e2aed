import { DEVICE_HEADER, DEVICE_SECRET_BYTES, DEVICE_SECRETS_PER_CALL } from '@portico/contract'

import { sha256 } from '../../platform/crypto/digest.ts'
import { randomBytes } from '../../platform/crypto/random.ts'

const DAY_MILLIS = 24 * 60 * 60_000

/** DEVICE_SECRET_BYTES in base64url. */
const secretPattern = /^[\w-]{43}$/

export interface NewDeviceSecret {
  readonly secret: string
  readonly hash: Uint8Array
}

export function newDeviceSecret(): NewDeviceSecret {
  const secret = Buffer.from(randomBytes(DEVICE_SECRET_BYTES)).toString('base64url')
  return { secret, hash: sha256(secret) }
}

/**
 * Returns the digests of the secrets that a call carries. A browser has one for each of its users. A malformed one
 * recognises no device, like an unknown one, so it is ignored.
 */
export function deviceSecretHashes(headers: Headers): Uint8Array[] {
  const secrets = (headers.get(DEVICE_HEADER) ?? '').split(',', DEVICE_SECRETS_PER_CALL)
  return secrets.filter((secret) => secretPattern.test(secret)).map((secret) => sha256(secret))
}

/** Devices that were remembered before this moment are asked for the second factor. */
export function rememberedSince(now: Date, days: number): Date {
  // guard: the present number of days decides whether a device is remembered (replace `days` with `30`) [second-step]
  return new Date(now.getTime() - days * DAY_MILLIS)
}

export function rememberedUntil(rememberedAt: Date, days: number): Date {
  return new Date(rememberedAt.getTime() + days * DAY_MILLIS)
}
