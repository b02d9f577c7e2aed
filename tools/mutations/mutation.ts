import { fileURLToPath } from 'node:url'

/** A security check that can be removed from the code. At least one of its tests must fail without it. */
export interface Mutation {
  /** What the code checks, as a phrase: "an expired code is refused". */
  readonly check: string
  /** Path of the file from the root of the repository. */
  readonly file: string
  /** Paths of the test files that detect the removal, from the root of the repository. */
  readonly tests: readonly string[]
  /** Races require a server with several connections. */
  readonly engine: 'pglite' | 'postgres'
  /** The source of the file without the check. */
  readonly mutated: string
}

/** Environment variable that names the check to remove in a test run. */
export const MUTATION_VARIABLE = 'PORTICO_MUTATION'

/** Environment variable of a run that is repeated alone, with longer limits. */
export const PATIENCE_VARIABLE = 'PORTICO_MUTATION_PATIENCE'

export const root = fileURLToPath(new URL('../../', import.meta.url))
