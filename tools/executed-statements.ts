import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A statement of the service that the tests execute on one engine only. */
export interface OneSided {
  readonly text: string
  /** The engine that executes it. */
  readonly engine: string
  /** A test file that executes it. */
  readonly test: string
}

/**
 * Compares the statements that the engines have executed in a run of all tests.
 *
 * @param folder with the files that the testkit has written (packages/testkit/src/recorded-statements.ts)
 */
export function findOneSidedStatements(folder: string): OneSided[] {
  const byEngine = new Map<string, Map<string, string>>([
    ['embedded', new Map()],
    ['postgres', new Map()],
  ])
  for (const file of readdirSync(folder)) {
    const texts = byEngine.get(file.slice(0, file.indexOf('-')))
    if (!texts) throw new Error(`${file} is not named after an engine.`)
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      if (line === '') continue
      // The testkit writes this shape.
      const { text, test } = JSON.parse(line) as { text: string; test: string }
      texts.set(text, test)
    }
  }
  return [...byEngine].flatMap(([engine, texts]) => {
    const others = [...byEngine].filter(([name]) => name !== engine)
    return [...texts]
      .filter(([text]) => others.some(([, executed]) => !executed.has(text)))
      .map(([text, test]) => ({ text, engine, test }))
  })
}
