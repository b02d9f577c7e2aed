import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createTestPortico } from '@portico/testkit'

import type { StartedPostgres } from '../postgres.ts'

const root = join(import.meta.dirname, '../..')

/** The part of Vitest's JSON report that is read. */
interface Report {
  readonly numTotalTests: number
  readonly numFailedTests: number
  readonly testResults: readonly { readonly name: string; readonly status: string }[]
}

/**
 * Runs a packed release's API tests on the schema of this version. Files that failed run a second time, one after the
 * other: on a busy machine, a statement exceeds the time limits that the release sets, and a schema that does not fit
 * fails again.
 *
 * @param packages the folder of the release's own packages
 * @param words parts of the names of test files; all without one
 * @returns how many tests failed both times
 */
export async function testReleaseOnThisSchema(
  packages: string,
  { socketFolder, url }: Pick<StartedPostgres, 'socketFolder' | 'url'>,
  words: readonly string[],
): Promise<number> {
  process.env['PORTICO_TEST_DATABASE_URL'] = url
  // Creates the template of all test databases, with this version's schema. The testkit of the release uses it.
  await (await createTestPortico({ engine: 'postgres' })).close()
  const env = {
    ...process.env,
    PORTICO_TEST_PACKED_RELEASE: packages,
    ...(socketFolder !== null && { PORTICO_TEST_DATABASE_SOCKETS: socketFolder }),
  }
  const first = await runVitest(words, env)
  const files = first.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
  console.log(`  ${first.numTotalTests} tests, ${first.numFailedTests} failed, in ${files.length} files`)
  // A run without tests proves nothing.
  if (first.numTotalTests === 0) return 1
  // Only the exit code shows an error outside of a test, such as an unhandled rejection.
  if (files.length === 0) return first.exitCode === 0 ? 0 : 1
  console.log('The files that failed, one after the other')
  const second = await runVitest(['--maxWorkers', '1', ...files], env)
  const stillFailed = second.testResults.filter(({ status }) => status === 'failed').length
  console.log(`  ${second.numTotalTests} tests, ${second.numFailedTests} failed, in ${stillFailed} files`)
  // A file that does not load has no tests.
  if (second.numTotalTests === 0) return files.length
  return Math.max(second.numFailedTests, stillFailed, second.exitCode === 0 ? 0 : 1)
}

async function runVitest(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Report & { readonly exitCode: number | null }> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-upgrade-check-'))
  const file = join(folder, 'report.json')
  const config = 'tools/upgrade-check/vitest.config.ts'
  const reporters = ['--reporter', 'default', '--reporter', 'json', `--outputFile.json=${file}`]
  try {
    const child = spawn(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--config', config, ...reporters, ...args],
      { cwd: root, stdio: 'inherit', env },
    )
    await once(child, 'close')
    // Vitest writes this format, and no report if it cannot start.
    return { ...(JSON.parse(readFileSync(file, 'utf8')) as Report), exitCode: child.exitCode }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
