import * as contract from '@portico/contract'

import { projectAdmin, recentProjectAdmin } from '../../api/rules/access.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { toCamelCase } from '@portico/contract/letter-case'
import { exportConfiguration, exportWithSecrets } from './export-configuration.ts'
import { importConfiguration, type ImportDependencies } from './import-configuration.ts'
import { presentConfiguration, presentImport } from './present.ts'

export function configurationRoutes(dependencies: ImportDependencies): Route[] {
  return [
    route(contract.exportConfiguration, { allow: projectAdmin }, async (call) =>
      presentConfiguration(await exportConfiguration(dependencies, call)),
    ),

    route(
      contract.exportConfigurationWithSecrets,
      { allow: recentProjectAdmin, limit: 'transferConfiguration' },
      async (call) => presentConfiguration(await exportWithSecrets(dependencies, call, call.body.passphrase)),
    ),

    route(
      contract.importConfiguration,
      { allow: projectAdmin, limit: 'transferConfiguration' },
      async ({ body, ...call }) => {
        const wanted = {
          document: toCamelCase(body.document),
          isDryRun: body.dry_run ?? false,
          deletesMissing: body.delete_missing ?? false,
          passphrase: body.passphrase,
          ifVersion: body.if_version,
        }
        return presentImport(await importConfiguration(dependencies, call, wanted))
      },
    ),
  ]
}
