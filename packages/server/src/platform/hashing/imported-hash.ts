import { PlainError } from '../../kernel/errors.ts'
import { hashFormats } from './formats/formats.ts'
import type { ImportLimits } from './formats/format.ts'
import { toStoredSpelling } from './known-spellings.ts'

/** Longer than any accepted hash: the longest one is a hash of Firebase with its signer key. */
const HASH_MAX_CHARACTERS = 512

const accepted = hashFormats.map(({ name, form }) => `${name}: ${form}`).join('; ')

/**
 * Validates a password hash from another system: its format and the cost of a check.
 *
 * @returns the hash in the spelling to store
 * @throws PlainError that lists the accepted formats, or names the limit that the hash exceeds
 */
export function requireImportableHash(hash: string, limits: ImportLimits): string {
  const stored = hash.length > HASH_MAX_CHARACTERS ? '' : toStoredSpelling(hash)
  const format = hashFormats.find(({ recognise }) => recognise(stored))
  const parsed = format?.parse(stored)
  if (!parsed) {
    const problem = format ? `is not a valid ${format.name} hash` : 'has an unknown format'
    throw new PlainError(400, `password_hash ${problem}. Accepted formats: ${accepted}.`)
  }
  const excess = parsed.excess(limits)
  // guard: an imported hash has a bounded cost [import-password-hash]
  if (excess !== null) throw new PlainError(400, excess)
  return stored
}

/** Returns the format name of a hash that `requireImportableHash` has accepted. */
export function nameHashFormat(stored: string): string {
  return hashFormats.find(({ recognise }) => recognise(stored))?.name ?? 'unknown'
}
