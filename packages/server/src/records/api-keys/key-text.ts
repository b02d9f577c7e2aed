import { crc32 } from 'node:zlib'

import type { ApiKeyType } from '@portico/contract'
import { encodeCrockfordBase32 } from '@portico/protocols/crockford-base32'

import { randomBytes } from '../../platform/crypto/random.ts'

/*
 * The format of docs/protocol/api-keys.md#format: 102 characters that secret scanners recognise.
 *
 * sk_ (secret) or pk_ (public) | secret: 45 | id: 32 | owner: 4 | flags: 1 | marker: 9 | checksum: 8
 */

/** The secret has 224 bits instead of the 256 of rule S-57 (docs/security/product.md#known-deviations). */
const SECRET_BYTES = 28
const MARKER = '574ck4u7h'
const SELF_HOSTED_FLAG = 1
const PUBLIC_FLAG = 2
const HEX = 16

const format = new RegExp(
  `^(?<signed>(?<prefix>[sp]k)_[0-9a-hjkmnp-tv-z]{45}(?<id>[0-9a-f]{32})(?<type>user|team)(?<flags>[0-3])${MARKER})(?<checksum>[0-9a-f]{8})$`,
)

/** What the text of a key says about the key. Only the stored hash proves it. */
export interface NamedKey {
  readonly id: string
  readonly type: ApiKeyType
  readonly isPublic: boolean
}

export function createKeyText({ id, isPublic, type }: NamedKey): string {
  const secret = encodeCrockfordBase32(randomBytes(SECRET_BYTES))
  const flags = SELF_HOSTED_FLAG | (isPublic ? PUBLIC_FLAG : 0)
  const signed = `${isPublic ? 'pk' : 'sk'}_${secret}${id.replaceAll('-', '')}${type}${flags}${MARKER}`
  return signed + checksumOf(signed)
}

/** Reads what a text says about a key; null if it is not in the format of a key. */
export function parseKeyText(text: string): NamedKey | null {
  const { checksum, flags, id = '', prefix, signed = '', type } = format.exec(text)?.groups ?? {}
  const isPublic = prefix === 'pk'
  // guard: the checksum of a key is compared (drop `checksum !== checksumOf(signed)`)
  if (checksum !== checksumOf(signed) || (Number(flags) & PUBLIC_FLAG) > 0 !== isPublic) return null
  return {
    id: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    type: type === 'team' ? 'team' : 'user',
    isPublic,
  }
}

function checksumOf(signed: string): string {
  return crc32(signed).toString(HEX).padStart(8, '0')
}
