import type { ProjectTransaction } from '../../kernel/database.ts'
import { requireOpenRun } from '../../accounts/import-users.ts'
import { sha256 } from '../../platform/crypto/digest.ts'
import type { ImportRun } from '../../records/imports/run.ts'
import { reasonOf } from '../../records/imports/reasons.ts'
import { insertFindings, lockImportRun, writeImportCounts } from '../../records/imports/store.ts'

export interface UnreadableLine {
  readonly file?: string | undefined
  readonly line: number
  readonly problem: string
  /** The line could be read, and its record fails at every attempt. */
  readonly isLeftOut?: boolean
}

/**
 * Adds lines that could not be read to the report of a run.
 *
 * @throws PlainError 404, 409 for a run that has ended
 */
export async function noteProblems(
  tx: ProjectTransaction,
  id: string,
  lines: readonly UnreadableLine[],
): Promise<ImportRun> {
  const { projectId } = tx
  const run = requireOpenRun(await tx.run(lockImportRun(projectId, id)))
  const findings = lines.map(({ file = '', isLeftOut = false, line, problem }) => {
    const reasons = [isLeftOut ? reasonOf('not_importable') : reasonOf('unreadable', problem)]
    return {
      file,
      line,
      record: sha256(problem).toString('hex'),
      outcome: 'unreadable' as const,
      kind: null,
      sourceId: null,
      message: problem,
      reasons,
    }
  })
  const news = await tx.run(insertFindings(projectId, id, findings))
  const counted = { ...run, unreadable: run.unreadable + news.length }
  await tx.run(writeImportCounts(projectId, id, counted))
  return counted
}
