import { PlainError } from '../../kernel/errors.ts'
import { hashFormats } from './formats/formats.ts'
import type { ImportLimits } from './formats/format.ts'

/** Longer than any accepted hash: the longest one is a hash of Firebase with its signer key. */
const HASH_MAX_CHARACTERS = 512

const accepted = hashFormats.map(({ name, form }) => `${name}: ${form}`).join('; ')

/**
 * Validates a password hash from another system: its format and the cost of a check.
 *
 * @throws PlainError that lists the accepted formats, or names the limit that the hash exceeds
 */
export function requireImportableHash(hash: string, limits: ImportLimits): void {
  const format = hash.length > HASH_MAX_CHARACTERS ? undefined : hashFormats.find(({ recognise }) => recognise(hash))
  const parsed = format?.parse(hash)
  if (!parsed) {
    const problem = format ? `is not a valid ${format.name} hash` : 'has an unknown format'
    throw new PlainError(400, `password_hash ${problem}. Accepted formats: ${accepted}.`)
  }
  const excess = parsed.excess(limits)
  if (excess !== null) throw new PlainError(400, excess)
}
