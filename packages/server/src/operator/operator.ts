import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

import { MasterSecret } from '../platform/crypto/master-secret.ts'
import { explainStart } from '../platform/db/database-problems.ts'
import { migrate, requireMigrated } from '../platform/db/migrate.ts'
import { openExistingDatabase } from '../platform/db/open-database.ts'
import type { Database } from '../kernel/database.ts'
import { requireAddedCells } from '../platform/cells/added-cells.ts'
import { CellDirectory } from '../platform/cells/cell-directory.ts'
import { HOME } from '../platform/cells/cell-tables.ts'
import { poolOfEachCell } from '../platform/cells/cell-settings.ts'
import { openCells } from '../platform/cells/open-cells.ts'
import { followAddresses, routedDatabase } from '../platform/cells/routed-database.ts'
import { listStoredAddresses } from '../platform/cells/store.ts'
import { requireSecretOfCell } from '../records/projects/signing-keys.ts'
import { DatabaseClock } from '../platform/db/clock.ts'
import { backupCommand } from './backup-command.ts'
import { breachedCommand } from './breached-command.ts'
import type { CommandProgram, GivenOptions, OperatorCommand, StandaloneCommand } from './command.ts'
import { cellsCommand } from './cells-command.ts'
import { doctorCommand } from './doctor-command.ts'
import { firstAdminCommand } from './first-admin-command.ts'
import { markBaselineCommand } from './mark-baseline-command.ts'
import { migrateCommand } from './migrate-command.ts'
import { resealCommand } from './reseal-command.ts'
import { restoreCommand } from './restore-command.ts'
import { restoredCommand } from './restored-command.ts'
import { rotateSigningKeysCommand } from './rotate-signing-keys-command.ts'
import { withSubscribers } from './subscribers.ts'
import { upgradeCommand } from './upgrade-command.ts'

type Command = OperatorCommand | StandaloneCommand

const commands: readonly Command[] = [
  doctorCommand,
  backupCommand,
  restoreCommand,
  restoredCommand,
  firstAdminCommand,
  migrateCommand,
  upgradeCommand,
  markBaselineCommand,
  rotateSigningKeysCommand,
  resealCommand,
  cellsCommand,
  breachedCommand,
]

const EXIT_CODE_OF_MISUSE = 2

/**
 * The program that runs the command. Its settings are read only for a known command, so that `help` does not require
 * them.
 */
export interface Program extends CommandProgram {
  /** The settings of the service with their present values. */
  readonly describeSettings: () => string
}

/**
 * Runs an operator command with the settings of the service.
 *
 * @param args the arguments after the name of the program
 * @returns the exit code: 0 for success, 1 if all or part of the work failed, 2 for an unknown command or option
 * @throws StartupProblem, SettingsProblems
 */
export async function runOperatorCommand(args: readonly string[], program: Program): Promise<number> {
  const { describeSettings, print, version } = program
  const [name = 'help', ...rest] = args
  if (['version', '--version', '-v'].includes(name)) {
    print(`portico-server ${version}`)
    return 0
  }
  if (['help', '--help', '-h'].includes(name) || rest.some((arg) => ['--help', '-h'].includes(arg))) {
    print(
      [
        `portico-server ${version}`,
        '',
        usage(),
        '',
        'Settings of the service: environment variables and their present values.',
        '',
        describeSettings(),
      ].join('\n'),
    )
    return 0
  }
  const command = commands.find((candidate) => candidate.name === name)
  if (!command) {
    print(`Unknown command "${name}".\n\n${usage()}`)
    return EXIT_CODE_OF_MISUSE
  }
  const options = readOptions(command, rest)
  if (typeof options === 'string') {
    print(`${options}\n\n${usage()}`)
    return EXIT_CODE_OF_MISUSE
  }
  try {
    return await ('runAlone' in command ? command.runAlone(program, options) : runOnDatabase(command, options, program))
  } catch (error) {
    throw explainStart(error)
  }
}

async function runOnDatabase(
  command: OperatorCommand,
  options: GivenOptions,
  { print, readSettings }: CommandProgram,
): Promise<number> {
  const settings = readSettings()
  const secret = new MasterSecret(settings.secrets)
  const { databasePool } = settings
  const home = await openExistingDatabase({ ...settings, databasePool: poolOfEachCell(settings) })
  let whole = home
  try {
    await (command.migrates ? migrate(home, undefined, { onStep: print }) : requireMigrated(home))
    if (settings.cells.length > 0 && !command.isOfHomeCell) {
      const checkSecret = (db: Database): Promise<void> => requireSecretOfCell(secret, db)
      const migrates = command.migrates ?? false
      await requireAddedCells(
        home,
        settings.cells.map(({ name }) => name),
      )
      const stored = await home.run(listStoredAddresses())
      const cells = await openCells(settings.cells, { databasePool, migrates, stored, secret, checkSecret })
      const directory = new CellDirectory(home, (stored) => followAddresses(cells, stored))
      whole = routedDatabase([{ name: HOME, db: home }, ...cells], directory)
    }
    const clock = await DatabaseClock.start(home)
    const dependencies = { clock, db: withSubscribers(whole), secret, settings }
    return await command.run(dependencies, options, print).finally(() => clock.stop())
  } finally {
    await whole.close()
  }
}

/** Returns a sentence for the operator if the command does not accept the arguments. */
function readOptions(command: Command, args: readonly string[]): GivenOptions | string {
  const known: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries(command.options).map(([name, { type }]) => [name, { type }]),
  )
  const argumentsMin = command.argument === undefined ? 0 : 1
  const argumentsMax = argumentsMin + (command.secondArgument === undefined ? 0 : 1)
  const parsed = parse(args, known)
  if (parsed === null || parsed.positionals.length > argumentsMax) {
    return `The command "${command.name}" does not accept "${args.join(' ')}".`
  }
  const { positionals, values } = parsed
  const missing = Object.entries(command.options).find(([name, option]) => option.isRequired && !values[name])
  if (missing) return `The command "${command.name}" requires --${missing[0]} with a value.`
  if (positionals.length < argumentsMin) return `The command "${command.name}" requires <${command.argument}>.`
  const given = Object.entries(values)
  return {
    texts: Object.fromEntries(given.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))),
    switches: new Set(given.flatMap(([name, value]) => (value === true ? [name] : []))),
    argument: positionals[0] ?? null,
    secondArgument: positionals[1] ?? null,
  }
}

function parse(
  args: readonly string[],
  options: ParseArgsOptionsConfig,
): { values: Readonly<Record<string, unknown>>; positionals: readonly string[] } | null {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch {
    return null
  }
}

function usage(): string {
  const lines = commands.flatMap(({ argument, name, secondArgument, summary, options }) => [
    `  ${[name, ...[argument, secondArgument].flatMap((word) => (word === undefined ? [] : [`<${word}>`]))].join(' ').padEnd(24)}${summary}`,
    ...Object.entries(options).map(
      ([option, { summary: text, type }]) => `    ${`--${option}${type === 'string' ? ' …' : ''}`.padEnd(22)}${text}`,
    ),
  ])
  return [
    'Operator commands of Portico. They use the database and the settings of the service.',
    '',
    `  ${'start'.padEnd(24)}Starts the service, as without a command.`,
    `    ${'--role …'.padEnd(22)}What the node does: api, worker or all (PORTICO_ROLE).`,
    ...lines,
    `  ${'help, --help'.padEnd(24)}Prints this list and the settings.`,
    `  ${'version, --version'.padEnd(24)}Prints the version.`,
    '',
    'Without a command, the service starts. With the embedded database, stop the service before you run a command other than backup and doctor.',
  ].join('\n')
}
