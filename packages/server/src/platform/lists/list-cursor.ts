import { hash } from 'node:crypto'

import { KnownError } from '../../kernel/errors.ts'
import { isPosition, type ListKey, type Position } from './list-key.ts'

// A cursor is the position where the next page begins and a digest of the list: its name, its project and its filters.
// It is not secret and grants nothing: the query of the list decides which rows a caller reads.

/** What a cursor belongs to. */
export interface CursorScope {
  readonly key: ListKey
  /** The name of the list, the project and the filters. A cursor is valid for one list with the same filters. */
  readonly scope: readonly (string | null)[]
}

/** Encodes where the next page of a list begins. */
export function encodeCursor({ scope }: CursorScope, position: Position): string {
  const list = hash('sha256', JSON.stringify(scope), 'base64url').slice(0, 16)
  return Buffer.from(JSON.stringify([list, ...position])).toString('base64url')
}

/**
 * Reads a cursor of the list.
 *
 * @throws SCHEMA_ERROR for any other text
 */
export function decodeCursor(list: CursorScope, cursor: string): Position {
  const position = parseCursor(list, cursor)
  if (position) return position
  throw new KnownError('SCHEMA_ERROR', {
    message: 'query.cursor is not one of this list. Send the next_cursor of a page with the same filters.',
  })
}

/**
 * Reads a cursor that may belong to another list.
 *
 * @returns null for any other text
 */
export function parseCursor(list: CursorScope, cursor: string): Position | null {
  const position = valuesOf(Buffer.from(cursor, 'base64url').toString())
  // guard: a cursor belongs to one list of one project with the same filters
  //   (drop `encodeCursor(list, position) === cursor`)
  return isPosition(list.key, position) && encodeCursor(list, position) === cursor ? position : null
}

/** The values after the digest. */
function valuesOf(text: string): unknown {
  try {
    const values: unknown = JSON.parse(text)
    return Array.isArray(values) ? values.slice(1) : null
  } catch {
    return null
  }
}
