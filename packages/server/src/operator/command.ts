import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import type { MasterSecret } from '../platform/crypto/master-secret.ts'
import type { DoctorSettings } from './doctor/check.ts'
import type { CodeLifetimes } from '../records/verification-codes/lifetimes.ts'

/** The settings of the service that the commands use. */
export interface OperatorSettings extends DoctorSettings {
  /** The address to which `cells move` moves a cell. A setting, so that no password is in the arguments. */
  readonly cellMoveUrl: string | null
  readonly codeLifetimes: CodeLifetimes
}

export interface OperatorDependencies {
  readonly clock: Clock
  readonly db: Database
  readonly secret: MasterSecret
  readonly settings: Pick<
    OperatorSettings,
    'baseUrl' | 'cellMoveUrl' | 'cells' | 'codeLifetimes' | 'databaseDirectUrl' | 'databasePool' | 'databaseUrl'
  >
}

export type Print = (line: string) => void

/** The options that the operator typed after the name of the command. */
export interface GivenOptions {
  readonly texts: Readonly<Record<string, string | undefined>>
  readonly switches: ReadonlySet<string>
  /** Null for a command without an argument. */
  readonly argument: string | null
  /** Null without a second argument. */
  readonly secondArgument: string | null
}

interface DeclaredCommand {
  readonly name: string
  /** Shown in the list of commands. */
  readonly summary: string
  /** A required argument, such as a file, as the list of commands shows it. */
  readonly argument?: string
  /** A second argument, which may be absent. */
  readonly secondArgument?: string
  /** `string`: with a value; `boolean`: a switch. */
  readonly options: Readonly<
    Record<string, { readonly type: 'string' | 'boolean'; readonly summary: string; readonly isRequired?: true }>
  >
}

/** A command that works on the open database of a service. */
export interface OperatorCommand extends DeclaredCommand {
  /** The command needs the right to change the schema. Every other one refuses a schema of another version. */
  readonly migrates?: true
  /** The command works on the home cell and opens other cells itself. */
  readonly isOfHomeCell?: true
  /** @returns the exit code */
  run(dependencies: OperatorDependencies, options: GivenOptions, print: Print): Promise<number>
}

export interface CommandProgram {
  readonly version: string
  /** @throws SettingsProblems */
  readonly readSettings: () => OperatorSettings
  readonly print: Print
}

/** A command that opens what it needs itself, because the database may be in use, empty or out of reach. */
export interface StandaloneCommand extends DeclaredCommand {
  /** @returns the exit code */
  runAlone(program: CommandProgram, options: GivenOptions): Promise<number>
}
