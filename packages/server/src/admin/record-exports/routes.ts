import * as contract from '@portico/contract'

import { recentProjectAdmin } from '../../api/access.ts'
import { route, type Route } from '../../api/route.ts'
import { emit } from '../../kernel/emit.ts'
import { exportRecords, type ExportDependencies } from './export-records.ts'

export function recordExportRoutes(dependencies: ExportDependencies): Route[] {
  return [
    route(contract.exportRecords, { allow: recentProjectAdmin, limit: 'exportRecords' }, async (call) => {
      const includesHashes = call.query.include_hashes ?? false
      await call.db.run(emit(call, includesHashes ? 'records.secrets_exported' : 'records.exported', {}))
      return exportRecords(dependencies, call, includesHashes)
    }),
  ]
}
