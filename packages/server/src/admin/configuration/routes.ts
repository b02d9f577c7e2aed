import * as contract from '@portico/contract'

import { projectAdmin, recentProjectAdmin } from '../../api/access.ts'
import { route, type Route } from '../../api/route.ts'
import { exportConfiguration, exportWithSecrets } from './export-configuration.ts'
import { importConfiguration, type ImportDependencies } from './import-configuration.ts'

export function configurationRoutes(dependencies: ImportDependencies): Route[] {
  return [
    route(contract.exportConfiguration, { allow: projectAdmin }, (call) => exportConfiguration(dependencies, call)),

    route(
      contract.exportConfigurationWithSecrets,
      { allow: recentProjectAdmin, limit: 'transferConfiguration' },
      (call) => exportWithSecrets(dependencies, call, call.body.passphrase),
    ),

    route(contract.importConfiguration, { allow: projectAdmin, limit: 'transferConfiguration' }, ({ body, ...call }) =>
      importConfiguration(dependencies, call, {
        document: body.document,
        isDryRun: body.dry_run ?? false,
        deletesMissing: body.delete_missing ?? false,
        passphrase: body.passphrase,
        ifVersion: body.if_version,
      }),
    ),
  ]
}
