import type { AdminAccess } from '../kernel/admin-api.ts'
import { formatTable, note, print, printJson } from '../kernel/output.ts'
import { ImportsApi } from './imports-api.ts'

/** Prints the newest runs of the project, newest first. */
export async function listImports(access: AdminAccess, isJson: boolean): Promise<void> {
  const runs = await new ImportsApi(access).list()
  if (isJson) {
    printJson(runs)
    return
  }
  if (runs.length === 0) {
    note('The project has no imports.')
    return
  }
  const rows = runs.map(({ counts, created_at_millis: createdAt, id, is_dry_run: isDryRun, name, source, state }) => [
    id,
    source,
    name ?? '',
    isDryRun ? 'dry run' : 'import',
    state,
    counts.created,
    counts.refused + counts.duplicate + counts.unreadable,
    new Date(createdAt).toISOString().slice(0, 16).replace('T', ' '),
  ])
  print(formatTable(['id', 'source', 'name', 'kind', 'state', 'created', 'left out', 'started (UTC)'], rows))
}
