import { PlainError } from '../kernel/errors.ts'
import { SearchTooSlow, withoutAccents } from '../records/queries/user-list.ts'

/** Shorter than the time limit of other statements, because many searches at once occupy the database. */
export const SEARCH_MAX_MILLIS = 2_000

const uuidV4Pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The number of items in a list. */
export interface ListTotal {
  /** Null if counting would take too long. */
  readonly count: number | null
  /** The list has more items than were counted. */
  readonly isCapped: boolean
}

/** The fields of the total in the pagination of an answer, if the call wants it. */
export function presentTotal(total: ListTotal | undefined): { total?: number | null; is_total_capped?: boolean } {
  return total ? { total: total.count, is_total_capped: total.isCapped } : {}
}

/** Answers a search that takes too long with advice. */
export async function withAdvice<Result>(search: () => Promise<Result>): Promise<Result> {
  try {
    return await search()
  } catch (error) {
    if (!(error instanceof SearchTooSlow)) throw error
    throw new PlainError(400, 'The search took too long. Search for a longer part of the name or address.')
  }
}

/** Counts a list. The total is unknown if that takes too long. */
export async function countInTime(count: () => Promise<ListTotal>): Promise<ListTotal> {
  try {
    return await count()
  } catch (error) {
    if (error instanceof SearchTooSlow) return { count: null, isCapped: false }
    throw error
  }
}

/** Returns the text to search for; null for an empty one, and for accents alone, which a search ignores (decision 049). */
export function readTerm(query: string): string | null {
  return withoutAccents(query) === '' ? null : query
}

/** Returns the id in a search text; null if there is none. Quotes and other decoration around it are ignored. */
export function readExactId(query: string): string | null {
  const id = query.replaceAll(/[^\p{L}\p{N}._-]/gu, '')
  return uuidV4Pattern.test(id) ? id : null
}
