import { IMPORT_BATCH_BYTES, IMPORT_LINES_MAX } from '@portico/contract/limits'
import type { ReadLine } from '@portico/moving/sources'

import type { ProblemLine, RecordLine } from './imports-api.ts'

export interface Batch {
  readonly records: readonly RecordLine[]
  readonly problems: readonly ProblemLine[]
}

/** Groups lines, in their order. A record that is larger than a batch is alone in it. */
export async function* toBatches(lines: AsyncIterable<ReadLine>): AsyncGenerator<Batch> {
  let records: RecordLine[] = []
  let problems: ProblemLine[] = []
  let bytes = 0
  for await (const line of lines) {
    const size = 'record' in line ? Buffer.byteLength(JSON.stringify(line.record)) : 0
    const isFull = records.length === IMPORT_LINES_MAX || problems.length === IMPORT_LINES_MAX
    if (isFull || (records.length > 0 && bytes + size > IMPORT_BATCH_BYTES)) {
      yield { records, problems }
      records = []
      problems = []
      bytes = 0
    }
    if ('record' in line) records.push(line)
    else problems.push(line)
    bytes += size
  }
  if (records.length > 0 || problems.length > 0) yield { records, problems }
}
