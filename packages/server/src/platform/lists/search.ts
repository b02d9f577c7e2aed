import { PlainError } from '../../kernel/errors.ts'
import { isStatementTimeout } from '../db/database-errors.ts'

/** Shorter than the time limit of other statements, because many searches at once occupy the database. */
export const SEARCH_MAX_MILLIS = 2_000

const uuidV4Pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The search did not end within the time limit of the database. */
export class SearchTooSlow extends PlainError {
  constructor() {
    super(400, 'The search took too long. Search for a longer part of the name or address.')
  }
}

export function asSearchTooSlow(error: unknown): unknown {
  return isStatementTimeout(error) ? new SearchTooSlow() : error
}

/**
 * Returns the text to search for; null for an empty one, and for accents alone, which a search ignores (decision 049).
 */
export function readTerm(query: string): string | null {
  return withoutAccents(query) === '' ? null : query
}

/** Returns the id in a search text; null if there is none. Quotes and other decoration around it are ignored. */
export function readExactId(query: string): string | null {
  const id = query.replaceAll(/[^\p{L}\p{N}._-]/gu, '')
  return uuidV4Pattern.test(id) ? id : null
}

/**
 * Whether the trigram indexes can find the term. They contain the results of `search_text`, in which some letters
 * become two.
 */
export function hasTrigram(term: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(withoutAccents(term).replaceAll(/[ßẞÆæŒœÞþ]/g, 'ss'))
}

/** The marks that `search_text` removes. */
const ignoredMarks = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/g

/** Removes the accents of a search text, as `search_text` does. */
function withoutAccents(term: string): string {
  return term.normalize('NFD').replaceAll(ignoredMarks, '').normalize('NFC')
}

/**
 * Returns the pattern for `like` that matches every text with the term in it. Compare the results of `search_text`,
 * which ignores accents and case.
 */
export function containing(term: string): string {
  // guard: a search treats wildcards as text (drop `replaceAll`) [list-users]
  return `%${term.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
