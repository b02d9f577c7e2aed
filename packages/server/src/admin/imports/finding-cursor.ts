import { KnownError } from '../../kernel/errors.ts'
import type { FindingPosition } from '../../records/imports/store.ts'

/** Encodes the last finding of a page. */
export function encodeFindingCursor({ file, line, record }: FindingPosition): string {
  return Buffer.from(JSON.stringify([file, line, record])).toString('base64url')
}

/** @throws SCHEMA_ERROR for any other text */
export function decodeFindingCursor(cursor: string): FindingPosition {
  const position = parse(cursor)
  if (position && encodeFindingCursor(position) === cursor) return position
  throw new KnownError('SCHEMA_ERROR', {
    message: 'query.cursor is not one of this list. Send the next_cursor of the previous page.',
  })
}

function parse(cursor: string): FindingPosition | null {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return null
  }
  if (!Array.isArray(value)) return null
  const [file, line, record]: readonly unknown[] = value
  if (typeof file !== 'string' || file.includes('\0') || !file.isWellFormed()) return null
  if (typeof line !== 'number' || !Number.isInteger(line) || line < 0 || line > 2_147_483_647) return null
  if (typeof record !== 'string' || !/^(?:[0-9a-f]{64})?$/.test(record)) return null
  return { file, line, record }
}
