import type { Cidr } from '../../kernel/cidr.ts'
import type { Database } from '../../kernel/database.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { StartupProblem } from '../../kernel/startup-problem.ts'
import type { CellSettings } from '../../platform/cells/cell-settings.ts'
import type { DatabaseSettings } from '../../platform/db/open-database.ts'

/**
 * `error`: the service does not start, or does not do its work. `warning`: it works, at a risk. `note`: for
 * information.
 */
export type Severity = 'error' | 'warning' | 'note'

/** What a check has found, and what the operator can do about it. */
export interface DoctorFinding {
  readonly severity: Severity
  readonly problem: string
  readonly fix: string
}

/** The settings of the service that the checks use. */
export interface DoctorSettings extends DatabaseSettings {
  readonly cells: readonly CellSettings[]
  readonly mode: Mode
  readonly host: string
  readonly port: number
  readonly metricsPort: number | null
  readonly baseUrl: string
  readonly secrets: readonly [string, ...string[]]
  readonly trustedProxies: readonly Cidr[]
  /** Null: the inbox of development mode. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** Null: the resolvers of the system. */
  readonly dnsServer: string | null
  readonly redisUrl: string | null
}

/** What is checked. */
export interface Subject {
  readonly settings: DoctorSettings
  /** That of the home cell. Null if it cannot be opened. The embedded database of a running service is a copy. */
  readonly db: Database | null
  /** Why the database cannot be opened. */
  readonly databaseProblem: StartupProblem | null
  readonly now: () => Date
  /** The version of this program. */
  readonly version: string
}

/** A subject whose database is open. */
export type SubjectWithDatabase = Subject & { readonly db: Database }

interface NamedCheck {
  readonly name: string
  /** What is checked, for the list of checks. */
  readonly summary: string
}

/** Checks one thing. An exception is a finding. */
export type Check =
  | (NamedCheck & { readonly needsDatabase?: false; run(subject: Subject): Promise<readonly DoctorFinding[]> })
  | (NamedCheck & {
      readonly needsDatabase: true
      run(subject: SubjectWithDatabase): Promise<readonly DoctorFinding[]>
    })
