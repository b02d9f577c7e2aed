import { readMigrations } from '../platform/db/migrate.ts'
import type { OperatorCommand } from './command.ts'

/** Lets the service itself run with a role that has rights on data only. */
export const migrateCommand: OperatorCommand = {
  name: 'migrate',
  summary: 'Migrates the database to the schema of this version.',
  migrates: true,
  options: {},
  run(_dependencies, _options, print) {
    print(`The database has the schema of this version: ${readMigrations().at(-1)?.version ?? 0}.`)
    return Promise.resolve(0)
  },
}
