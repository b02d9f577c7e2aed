import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import type { MasterSecret } from '../platform/crypto/master-secret.ts'
import type { CodeLifetimes } from '../records/verification-codes/lifetimes.ts'

export interface OperatorDependencies {
  readonly clock: Clock
  readonly db: Database
  readonly secret: MasterSecret
  readonly settings: { readonly baseUrl: string; readonly codeLifetimes: CodeLifetimes }
}

export type Print = (line: string) => void

/** A command that works on the database of a service. */
export interface OperatorCommand {
  readonly name: string
  /** Shown in the list of commands. */
  readonly summary: string
  /** The command needs the right to change the schema. Every other one refuses a schema of another version. */
  readonly migrates?: true
  readonly options: Readonly<Record<string, { readonly type: 'string'; readonly summary: string }>>
  /** @returns the exit code */
  run(
    dependencies: OperatorDependencies,
    options: Readonly<Record<string, string | undefined>>,
    print: Print,
  ): Promise<number>
}
