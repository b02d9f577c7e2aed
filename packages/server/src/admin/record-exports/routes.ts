import * as contract from '@portico/contract'

import { recentProjectAdmin } from '../../api/rules/access.ts'
import { route, type ProjectCall, type Route } from '../../api/rules/route.ts'
import type { Database } from '../../kernel/database.ts'
import { emit, type EventCall } from '../../kernel/emit.ts'
import { actOf, listStaff } from '../../records/queries/projects/project-owners.ts'
import { exportRecords, type ExportDependencies } from './export-records.ts'

interface RecordExportDependencies extends ExportDependencies {
  /** Not restricted to the project, because owners are users of "internal". */
  readonly db: Database
}

type ExportRequest = EventCall & Pick<ProjectCall, 'caller' | 'project'>

export function recordExportRoutes(dependencies: RecordExportDependencies): Route[] {
  return [
    route(contract.exportRecords, { allow: recentProjectAdmin, limit: 'exportRecords' }, async (call) => {
      const includesHashes = call.query.include_hashes ?? false
      await (includesHashes ? noteSecrets(dependencies, call) : call.db.run(emit(call, 'records.exported', {})))
      return exportRecords(dependencies, call, includesHashes)
    }),
  ]
}

/** Writes the audit entry and tells the other owners, before the first secret leaves the service. */
async function noteSecrets({ db }: RecordExportDependencies, call: ExportRequest): Promise<void> {
  const { caller, project, projectId } = call
  await db.transaction(async (tx) => {
    const staff = await tx.run(listStaff(projectId))
    await tx.run(emit(call, 'records.secrets_exported', actOf(project.displayName, staff, caller.staffUserId)))
  })
}
