import { hash } from 'node:crypto'

import { KnownError } from '../kernel/errors.ts'
import type { CreationPosition } from '../records/queries/bounded-list.ts'

// A cursor is the position of the first row of the next page and a digest of the list: its name, its project and its filters.
// It is no secret and grants nothing: the query of the list decides which rows a caller reads.

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Encodes where the next page of a list begins. */
export function encodeCursor(scope: readonly (string | null)[], { createdAtMicros, ids }: CreationPosition): string {
  const list = hash('sha256', JSON.stringify(scope), 'base64url').slice(0, 16)
  return Buffer.from([list, createdAtMicros, ...ids].join('.')).toString('base64url')
}

/**
 * Reads a cursor of the list.
 *
 * @param scope as for `encodeCursor`
 * @throws SCHEMA_ERROR for any other text
 */
export function decodeCursor(scope: readonly (string | null)[], cursor: string): CreationPosition {
  const position = parseCursor(scope, cursor)
  if (position) return position
  throw new KnownError('SCHEMA_ERROR', {
    message: 'query.cursor is not one of this list. Send the next_cursor of a page with the same filters.',
  })
}

/**
 * Reads a cursor that may belong to another list, for a list that has two scopes.
 *
 * @returns null for any other text
 */
export function parseCursor(scope: readonly (string | null)[], cursor: string): CreationPosition | null {
  const [, micros, ...ids] = Buffer.from(cursor, 'base64url').toString().split('.')
  const position = { createdAtMicros: Number(micros), ids }
  const isValid =
    Number.isSafeInteger(position.createdAtMicros) &&
    position.createdAtMicros >= 0 &&
    ids.every((id) => uuidPattern.test(id)) &&
    encodeCursor(scope, position) === cursor
  return isValid ? position : null
}
