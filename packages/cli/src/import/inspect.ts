import type { MovedRecordKind } from '@portico/contract'
import { UnreadableInput, type Source } from '@portico/moving/sources'

import { Failure } from '../kernel/failure.ts'
import { startProgress } from '../kernel/output.ts'
import type { ProblemLine } from './imports-api.ts'
import type { PreparedInput } from './source-files.ts'

export interface Inspection {
  readonly kinds: ReadonlyMap<MovedRecordKind, number>
  readonly records: number
  readonly problems: number
  readonly firstProblem: ProblemLine | null
}

/**
 * Reads the files once before anything is sent, so that a file of another source or an incomplete file is found before
 * anything is written. The service decides about each record later.
 *
 * @throws Failure
 */
export async function inspect(source: Source, { input, readShare }: PreparedInput): Promise<Inspection> {
  const kinds = new Map<MovedRecordKind, number>()
  let records = 0
  let problems = 0
  let firstProblem: ProblemLine | null = null
  const progress = startProgress()
  try {
    for await (const line of source.read(input)) {
      if ('record' in line) {
        records += 1
        kinds.set(line.record.kind, (kinds.get(line.record.kind) ?? 0) + 1)
      } else {
        problems += 1
        firstProblem ??= line
      }
      progress.show(readShare(), `Reading: ${records} records`)
    }
  } catch (error) {
    throw error instanceof UnreadableInput ? new Failure(error.message) : error
  } finally {
    progress.end()
  }
  return { kinds, records, problems, firstProblem }
}
