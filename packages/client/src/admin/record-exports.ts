import type { ExportLine, MovedRecord } from '@portico/contract'

import { ConnectionError } from '../transport/connection-error.ts'
import type { Stream } from './stream.ts'

/** Whether an export has the hashes and secrets. */
export interface ExportRecordsOptions {
  /** Includes the password hashes and the secrets of authenticator apps. Default: false. */
  includeHashes?: boolean
}

/**
 * Reads the records of the project while the service sends them.
 *
 * @throws ConnectionError if the answer is not complete
 */
export async function* readRecords(
  stream: Stream,
  { includeHashes = false }: ExportRecordsOptions,
): AsyncGenerator<MovedRecord, void, void> {
  const body = await stream(`/internal/export?include_hashes=${includeHashes}`)
  let records = 0
  for await (const text of linesOf(body)) {
    // Unchecked cast: a line follows the contract.
    const line = JSON.parse(text) as ExportLine
    if (line.kind === 'end') {
      if (Object.values(line.records).reduce((sum, count) => sum + count, 0) !== records) throw incomplete()
      return
    }
    records += 1
    yield line
  }
  throw incomplete()
}

async function* linesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string, void, void> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const part = await reader?.read().catch((cause: unknown) => {
        throw incomplete(cause)
      })
      if (!part || part.done) return
      const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } finally {
    // The caller may stop in the middle. Without this, the service would wait for its connection.
    await reader?.cancel().catch(() => {})
  }
}

function incomplete(cause?: unknown): ConnectionError {
  return new ConnectionError('UNREACHABLE', 'The export ended before it was complete. Start it again.', cause)
}
