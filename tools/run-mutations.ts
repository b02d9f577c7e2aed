import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

import { findMutations } from './mutations/find-mutations.ts'
import { MUTATION_VARIABLE, type Mutation } from './mutations/mutation.ts'

// npm run mutate -- [parts of the names or files of checks]
const parts = process.argv.slice(2)
const chosen = findMutations().filter(
  ({ check, file }) => parts.length === 0 || parts.some((part) => check.includes(part) || file.includes(part)),
)
if (chosen.length === 0) fail(`No mutation has ${parts.join(' or ')} in its name or file.`)

const startedAt = performance.now()
const folder = mkdtempSync(join(tmpdir(), 'portico-mutations-'))
const missed: string[] = []
const queue = chosen.map((mutation, index) => ({ mutation, report: join(folder, `${index}.json`) }))
try {
  await Promise.all(Array.from({ length: availableParallelism() }, () => work()))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
console.log(`${chosen.length - missed.length} detected, ${missed.length} missed (${minutes} min)`)
process.exitCode = missed.length > 0 ? 1 : 0

async function work(): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { mutation, report } = next
    const failure = await findFailingTest(mutation, report)
    if (failure === null) missed.push(mutation.check)
    console.log(failure === null ? `✗ ${mutation.check} (${mutation.file})` : `✓ ${mutation.check}\n    ${failure}`)
  }
}

/** Runs the tests without the check. Returns the name of the first test that fails, or null if all pass. */
async function findFailingTest({ check, tests, engine }: Mutation, report: string): Promise<string | null> {
  const projects = ['--project', 'unit', '--project', `service-${engine}`]
  const args = [...projects, '--bail', '1', '--maxWorkers', '1', '--reporter', 'json', '--outputFile', report]
  const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args, ...tests], {
    // All tests that can run on this engine.
    env: { ...process.env, PORTICO_TEST_ONLY_ENGINE: engine, [MUTATION_VARIABLE]: check },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  vitest.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  await once(vitest, 'close')
  const { testResults } = readReport(report, errors)
  const assertions = testResults.flatMap(({ assertionResults }) => assertionResults)
  // A test file that cannot be loaded does not detect the missing check.
  if (assertions.length === 0) fail(`No test ran without "${check}":\n${errors}`)
  return assertions.find(isDetection)?.fullName ?? null
}

interface Assertion {
  status: string
  fullName: string
  failureMessages: string[]
}

interface Report {
  testResults: { assertionResults: Assertion[] }[]
}

/** Ignores a test that times out on a busy machine: it does not detect the missing check. */
function isDetection({ status, failureMessages }: Assertion): boolean {
  return status === 'failed' && !failureMessages.some((message) => message.includes('Test timed out'))
}

function readReport(path: string, errors: string): Report {
  try {
    // Vitest's JSON reporter writes this shape.
    return JSON.parse(readFileSync(path, 'utf8')) as Report
  } catch {
    return fail(`Vitest wrote no report:\n${errors}`)
  }
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
