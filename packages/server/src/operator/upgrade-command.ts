import type { StandaloneCommand } from './command.ts'
import { rehearseUpgrade, type Rehearsal, type RehearsedMigration } from './upgrade/rehearse.ts'

const EXIT_CODE_OF_MISUSE = 2

/** Shows the effects of this version's migrations on the database of a service, before they run. */
export const upgradeCommand: StandaloneCommand = {
  name: 'upgrade',
  summary: 'Shows what the migrations of this version will lock and rewrite.',
  options: {
    rehearse: { type: 'boolean', summary: 'Runs them on a copy of the schema, which it deletes afterwards.' },
    rows: { type: 'boolean', summary: 'Also copies all rows, which shows real durations and needs as much disk.' },
    json: { type: 'boolean', summary: 'Prints the result as JSON.' },
  },
  async runAlone({ print, readSettings }, { switches }) {
    if (!switches.has('rehearse')) {
      print('Use `upgrade --rehearse` to see what the upgrade will do, and `migrate` to do it.')
      return EXIT_CODE_OF_MISUSE
    }
    const hasRows = switches.has('rows')
    const rehearsal = await rehearseUpgrade(readSettings(), { hasRows })
    if (switches.has('json')) print(JSON.stringify(rehearsal))
    else for (const line of describe(rehearsal, hasRows)) print(line)
    return rehearsal.problem === null ? 0 : 1
  },
}

function describe({ migrations, problem, warnings }: Rehearsal, hasRows: boolean): string[] {
  const warned = warnings.map((sentence) => `Warning: ${sentence}`)
  if (migrations.length === 0 && problem === null) return ['No migration is pending.', ...warned]
  const unknown = [
    ...(hasRows ? [] : ['how long the rows take, because the copy has none (--rows copies them)']),
    'how long each lock is waited for (two seconds at most per attempt)',
    'what the worker does afterwards',
  ]
  return [
    ...migrations.flatMap((migration) => describeMigration(migration, hasRows)),
    `Not known: ${unknown.join('; ')}.`,
    ...warned,
    ...(problem === null ? [] : [`The migrations stopped: ${problem.message}`, problem.nextStep]),
  ]
}

function describeMigration(
  { name, version, millis, isConcurrent, tables }: RehearsedMigration,
  hasRows: boolean,
): string[] {
  const how = isConcurrent ? ', builds an index without blocking writes' : ''
  return [
    `Migration ${version} (${name}): ${millis} ms${hasRows ? '' : ' without rows'}${how}`,
    ...tables.map(({ table, locks, isRewritten, isScanned, rows, bytes }) => {
      const work = isRewritten ? 'rewritten' : isScanned ? 'read completely' : 'not read'
      return `  ${table}: ${locks.length === 0 ? 'no lock that blocks' : locks.join(', ')}; ${work}; about ${rows} rows, ${Math.ceil(bytes / 1_048_576)} MB`
    }),
  ]
}
