import type { AdminAccess } from '../kernel/admin-api.ts'
import { requireConfirmation } from '../kernel/confirm.ts'
import { Failure } from '../kernel/failure.ts'
import { print, printJson, startProgress } from '../kernel/output.ts'
import { ImportsApi } from './imports-api.ts'
import { countOf } from './report.ts'

export interface UndoImportOptions {
  readonly id: string
  readonly isJson: boolean
  readonly isConfirmed: boolean
}

/**
 * Deletes the users of a run who have not signed in since. Continues an interrupted undo.
 *
 * @param stop ends the undo after the current part
 * @throws Failure
 */
export async function undoImport(
  access: AdminAccess,
  { id, isConfirmed, isJson }: UndoImportOptions,
  stop: AbortSignal,
): Promise<void> {
  const api = new ImportsApi(access, stop)
  let run = await api.read(id)
  if (run.is_dry_run) throw new Failure('A dry run has changed no users, so it cannot be undone.')
  if (run.state !== 'undone') {
    const what = `${countOf(run.users, 'user')} of the import ${id} (${run.source}${run.name === null ? '' : `, ${run.name}`})`
    await requireConfirmation(`Delete the ${what}, except those who have signed in since?`, isConfirmed)
  }
  const progress = startProgress()
  try {
    while (run.state !== 'undone') {
      if (stop.aborted) throw new Failure(`The undo was stopped. Continue it: portico undo --run ${id}`)
      run = await api.undoPart(id)
      const { removed, kept } = run.undo ?? { removed: 0, kept: 0 }
      progress.show((removed + kept) / Math.max(1, run.users), `${removed} removed, ${kept} kept`)
    }
  } finally {
    progress.end()
  }
  if (isJson) printJson(run)
  else {
    const { removed, kept } = run.undo ?? { removed: 0, kept: 0 }
    print(`Removed ${countOf(removed, 'user')}. Kept ${countOf(kept, 'user')} who signed in since the import.`)
  }
}
