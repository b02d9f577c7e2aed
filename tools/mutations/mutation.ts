import { fileURLToPath } from 'node:url'

/** A security check to remove from the code. At least one of the named tests must fail without it. */
export interface Mutation {
  /** What the code checks, as a phrase: "an expired code is refused". */
  readonly check: string
  /** Path of the file from the root of the repository. */
  readonly file: string
  /** The text that performs the check. It occurs exactly once in the file. */
  readonly text: string
  /** Replacement of the text. Default: empty. */
  readonly becomes?: string
  /** Parts of the paths of the test files that detect the removal. */
  readonly tests: readonly string[]
  /** Default: the embedded engine. Races require a server with several connections. */
  readonly engine?: 'pglite' | 'postgres'
}

/** Environment variable that names the check to remove in a test run. */
export const MUTATION_VARIABLE = 'PORTICO_MUTATION'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Absolute path of the mutated file. */
export function fileOf(mutation: Mutation): string {
  return root + mutation.file
}

/**
 * Removes the check from the source of its file.
 *
 * @throws Error if the text does not occur exactly once, which means that the list is out of date
 */
export function applyMutation({ check, file, text, becomes = '' }: Mutation, source: string): string {
  const occurrences = source.split(text).length - 1
  if (occurrences !== 1) {
    throw new Error(`Mutation "${check}": its text occurs ${occurrences} times in ${file}. Update tools/mutations.`)
  }
  return source.replace(text, () => becomes)
}
