import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

import { findMutations } from './mutations/find-mutations.ts'
import { MUTATION_VARIABLE, PATIENCE_VARIABLE, type Mutation } from './mutations/mutation.ts'
import { outcomeOf, type Outcome, type TestRun } from './mutations/outcome.ts'

const signs = { detected: '✓', 'timed out': '?', incomplete: '!', missed: '✗' } as const satisfies Record<
  Outcome['kind'],
  string
>
const script = fileURLToPath(new URL('run-mutation.ts', import.meta.url))

// npm run mutate -- [parts of the names or files of checks]
const parts = process.argv.slice(2)
const chosen = findMutations().filter(
  ({ check, file }) => parts.length === 0 || parts.some((part) => check.includes(part) || file.includes(part)),
)
if (chosen.length === 0) fail(`No mutation has ${parts.join(' or ')} in its name or file.`)

const startedAt = performance.now()
const counts = { detected: 0, 'timed out': 0, incomplete: 0, missed: 0 }
const unclear: Mutation[] = []
const queue = [...chosen]
await Promise.all(Array.from({ length: availableParallelism() }, () => work()))
// A busy machine lets tests wait too, so these run again, alone and with longer limits.
for (const mutation of unclear) report(mutation, await runWithout(mutation, true))
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
console.log(
  `${counts.detected} detected, ${counts['timed out']} timed out, ${counts.incomplete} incomplete, ${counts.missed} missed (${minutes} min)`,
)
process.exitCode = counts.detected < chosen.length ? 1 : 0

async function work(): Promise<void> {
  for (let mutation = queue.shift(); mutation; mutation = queue.shift()) {
    const outcome = await runWithout(mutation, false)
    if (outcome.kind === 'timed out' || outcome.kind === 'incomplete') unclear.push(mutation)
    else report(mutation, outcome)
  }
}

function report({ check, file }: Mutation, { kind, reason }: Outcome): void {
  counts[kind] += 1
  console.log(`${signs[kind]} ${check} (${file})${reason === null ? '' : `\n    ${reason}`}`)
}

/** Runs the tests of a check without it. */
async function runWithout({ check, engine, tests }: Mutation, isAlone: boolean): Promise<Outcome> {
  const child = fork(script, [engine, ...tests], {
    env: {
      ...process.env,
      // All tests that can run on this engine.
      PORTICO_TEST_ONLY_ENGINE: engine,
      [MUTATION_VARIABLE]: check,
      ...(isAlone && { [PATIENCE_VARIABLE]: 'true' }),
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // A cause can be an error.
    serialization: 'advanced',
  })
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text))
  let run: TestRun | undefined
  child.on('message', (message) => {
    // The script sends this type.
    run = message as TestRun
  })
  await once(child, 'close')
  if (!run) fail(`The tests of "${check}" ended without an answer:\n${errors}`)
  return outcomeOf(run, isAlone)
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
