import type { StandaloneCommand } from './command.ts'
import { rehearseUpgrade, type RehearsedMigration } from './upgrade/rehearse.ts'

const EXIT_CODE_OF_MISUSE = 2

/** Shows what the migrations of this version would do to the database of a service, before they do it. */
export const upgradeCommand: StandaloneCommand = {
  name: 'upgrade',
  summary: 'Shows what the migrations of this version will lock and rewrite.',
  options: {
    rehearse: { type: 'boolean', summary: 'Runs them on a copy of the schema, which it deletes afterwards.' },
    json: { type: 'boolean', summary: 'Prints the result as JSON.' },
  },
  async runAlone({ print, readSettings }, { switches }) {
    if (!switches.has('rehearse')) {
      print('Use `upgrade --rehearse` to see what the upgrade will do, and `migrate` to do it.')
      return EXIT_CODE_OF_MISUSE
    }
    const rehearsed = await rehearseUpgrade(readSettings())
    if (switches.has('json')) print(JSON.stringify({ migrations: rehearsed }))
    else for (const line of describe(rehearsed)) print(line)
    return 0
  },
}

function describe(rehearsed: readonly RehearsedMigration[]): string[] {
  if (rehearsed.length === 0) return ['No migration is pending.']
  return [
    ...rehearsed.flatMap(describeMigration),
    'Not known: how long the rows take, because the copy has none; how long each lock is waited for (two seconds at most per attempt); what the worker does afterwards.',
  ]
}

function describeMigration({ name, version, millis, isConcurrent, tables }: RehearsedMigration): string[] {
  const how = isConcurrent ? ', builds an index without blocking writes' : ''
  return [
    `Migration ${version} (${name}): ${millis} ms without rows${how}`,
    ...tables.map(({ table, locks, isRewritten, isScanned, rows, bytes }) => {
      const work = isRewritten ? 'rewritten' : isScanned ? 'read completely' : 'not read'
      return `  ${table}: ${locks.length === 0 ? 'no lock that blocks' : locks.join(', ')}; ${work}; about ${rows} rows, ${Math.ceil(bytes / 1_048_576)} MB`
    }),
  ]
}
