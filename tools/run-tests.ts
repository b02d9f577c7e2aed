import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

import { parseCLI, startVitest } from 'vitest/node'
import { runChecks, type Tally } from './checks.ts'
import { countTests } from './count-tests.ts'
import { findMissingStatements } from './executed-statements.ts'
import { ensurePrograms } from './programs.ts'

const engines = ['pglite', 'postgres']
/** The only tests that need Redis. */
const redisTests = 'packages/server/src/platform/limits/redis-rate-limits.test.ts'

// npm test -- [--engine pglite|postgres] [arguments of Vitest, such as a part of a file name]
const args = process.argv.slice(2)
// The checks cover the whole source, so a run of selected tests skips them.
const isWhole = args.length === 0
const engine = takeOption(args, '--engine')
if (engine !== undefined && !engines.includes(engine)) fail(`--engine takes ${engines.join(' or ')}, not "${engine}".`)

const { filter, options } = parseCLI(['vitest', 'run', ...args])
const needsRedis = filter.length === 0 || filter.some((part) => redisTests.includes(part))
const problem = ensurePrograms({ chromium: true, postgres: engine !== 'pglite', redis: needsRedis })
if (problem) fail(problem)

const tally: Tally = isWhole ? await runChecks() : { passed: 0, failed: 0 }
add(tally, await (isWhole ? runOnBothEngines() : runVitest()))
console.log(`${tally.passed} passed, ${tally.failed} failed`)
// Exit explicitly, so that a timer or socket that a test left open does not block CI.
process.exit(tally.failed > 0 || tally.passed === 0 ? 1 : 0)

/** Runs all tests and checks that the embedded engine has executed every statement of the service. */
async function runOnBothEngines(): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-statements-'))
  process.env['PORTICO_TEST_STATEMENTS'] = folder
  const result = await runVitest()
  const missing = findMissingStatements(folder)
  rmSync(folder, { recursive: true })
  if (missing.length === 0) {
    console.log('✓ the embedded engine executes every statement')
    return { ...result, passed: result.passed + 1 }
  }
  console.log(
    '✗ the embedded engine executes every statement. Add a test of each of these to `testsOfBothEngines` in vitest.config.ts, or make it a `testOfBothEngines` of its file:',
  )
  for (const { text, test } of missing) {
    console.log(`Executed in ${relative(process.cwd(), test)}:\n${text}`)
  }
  return { ...result, failed: result.failed + 1 }
}

async function runVitest(): Promise<Tally> {
  if (engine) {
    const others = engines.filter((name) => name !== engine).map((name) => `!service-${name}*`)
    options.project = [options.project ?? [], others].flat()
    process.env['PORTICO_TEST_ONLY_ENGINE'] = engine
  }
  const vitest = await startVitest(filter, options)
  const result = countTests(vitest)
  await vitest.close()
  return result
}

function add(total: Tally, more: Tally): void {
  total.passed += more.passed
  total.failed += more.failed
}

/** Removes `--name value` or `--name=value` from the arguments and returns the value. */
function takeOption(from: string[], name: string): string | undefined {
  const index = from.findIndex((arg) => arg === name || arg.startsWith(`${name}=`))
  if (index === -1) return undefined
  const isSeparate = from[index] === name
  const taken = from.splice(index, isSeparate ? 2 : 1)
  return isSeparate ? (taken[1] ?? '') : taken[0]?.slice(name.length + 1)
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
