import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

import { MasterSecret } from '../platform/crypto/master-secret.ts'
import { explainStart } from '../platform/db/database-problems.ts'
import { migrate, requireMigrated } from '../platform/db/migrate.ts'
import { openExistingDatabase, type DatabaseSettings } from '../platform/db/open-database.ts'
import { DatabaseClock } from '../platform/db/clock.ts'
import type { OperatorCommand, OperatorDependencies, Print } from './command.ts'
import { firstAdminCommand } from './first-admin-command.ts'
import { migrateCommand } from './migrate-command.ts'
import { resealCommand } from './reseal-command.ts'
import { rotateSigningKeysCommand } from './rotate-signing-keys-command.ts'
import { emittingDatabase } from '../platform/db/emitting-database.ts'
import { listSubscribers } from '../delivery/subscribers/subscribers.ts'

/** The settings of the service that the commands use. */
type OperatorSettings = DatabaseSettings &
  OperatorDependencies['settings'] & { readonly secrets: readonly [string, ...string[]] }

const commands: readonly OperatorCommand[] = [
  firstAdminCommand,
  migrateCommand,
  rotateSigningKeysCommand,
  resealCommand,
]

const EXIT_CODE_OF_MISUSE = 2

/** The program that runs the command. */
export interface Program {
  readonly version: string
  /** Called only for a known command, so that `help` does not require settings. */
  readonly readSettings: () => OperatorSettings
  /** The settings of the service with their present values. */
  readonly describeSettings: () => string
  readonly print: Print
}

/**
 * Runs an operator command with the settings of the service.
 *
 * @param args the arguments after the name of the program
 * @returns the exit code: 0 for success, 1 if all or part of the work failed, 2 for an unknown command or option
 * @throws StartupProblem, SettingsProblems
 */
export async function runOperatorCommand(
  args: readonly string[],
  { describeSettings, print, readSettings, version }: Program,
): Promise<number> {
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
  if (options === null) {
    print(`The command "${name}" does not accept "${rest.join(' ')}".\n\n${usage()}`)
    return EXIT_CODE_OF_MISUSE
  }
  const settings = readSettings()
  const db = await openExistingDatabase(settings)
  try {
    await (command.migrates ? migrate(db) : requireMigrated(db))
    const clock = await DatabaseClock.start(db)
    const secret = new MasterSecret(settings.secrets)
    const dependencies = { clock, db: emittingDatabase(db, listSubscribers(null)), secret, settings }
    return await command.run(dependencies, options, print).finally(() => clock.stop())
  } catch (error) {
    throw explainStart(error)
  } finally {
    await db.close()
  }
}

function readOptions(
  { options }: OperatorCommand,
  args: readonly string[],
): Readonly<Record<string, string | undefined>> | null {
  const known: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries(options).map(([name, { type }]) => [name, { type }]),
  )
  try {
    return parseArgs({ args: [...args], options: known }).values as Record<string, string | undefined>
  } catch {
    return null
  }
}

function usage(): string {
  const lines = commands.flatMap(({ name, summary, options }) => [
    `  ${name.padEnd(24)}${summary}`,
    ...Object.entries(options).map(([option, text]) => `    ${`--${option} …`.padEnd(22)}${text.summary}`),
  ])
  return [
    'Operator commands of Portico. They use the database and the settings of the service.',
    '',
    ...lines,
    `  ${'help, --help'.padEnd(24)}Prints this list and the settings.`,
    `  ${'version, --version'.padEnd(24)}Prints the version.`,
    '',
    'Without a command, the service starts. With the embedded database, stop the service before you run a command.',
  ].join('\n')
}
