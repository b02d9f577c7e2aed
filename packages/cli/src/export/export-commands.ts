import type { Command } from 'commander'

import {
  addAdminOptions,
  addExample,
  readAdminAccess,
  untilStopped,
  type AdminCommandOptions,
} from '../kernel/commands.ts'
import { exportUsers } from './export-users.ts'

interface ExportCommandOptions extends AdminCommandOptions {
  readonly out: string
  readonly includeHashes?: true
}

/** `export`: everything that an import takes. */
export function addExportCommands(program: Command): void {
  const command = addAdminOptions(program.command('export'))
    .description('Write the users, teams and permissions of a project into a file, one JSON record per line.')
    .requiredOption('--out <file>', 'the file, compressed if its name ends with .gz; - for standard output')
    .option('--include-hashes', 'include password hashes and the secrets of authenticator apps')
    .action((options: ExportCommandOptions, self: Command) =>
      untilStopped((stop) =>
        exportUsers(
          readAdminAccess(self, options),
          { out: options.out, includesHashes: options.includeHashes === true },
          stop,
        ),
      ),
    )
  addExample(command, 'portico export --out users.ndjson.gz --include-hashes')
}
