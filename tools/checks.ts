import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

// Several checkers would repeat the types that they share, which takes half as much again.
const oneChecker = ['node_modules/typescript/bin/tsc', '--checkers', '1']

/**
 * The compiler, and the part of the linter that knows types, are Go programs. They take a third less CPU time, for a
 * fifth more memory, if they collect garbage rarely. On one core, the linter also has one checker per program instead
 * of several that repeat types.
 */
const goEnvironment = { GOGC: '800', GOMAXPROCS: '1' }

const checks: Readonly<Record<string, readonly string[]>> = {
  'types (node)': [...oneChecker, '-p', 'tsconfig.node.json'],
  'types (browser, interop)': [...oneChecker, '-p', 'interop/tsconfig.check.json'],
  lint: ['node_modules/oxlint/bin/oxlint'],
  citations: ['tools/run-citation-check.ts'],
  format: ['node_modules/oxfmt/bin/oxfmt', '--check'],
  'format of Markdown and comments': ['tools/run-format.ts', '--check'],
  'dead code and duplicate exports': ['node_modules/knip/bin/knip.js'],
}

/** Number of passed and failed checks or tests. */
export interface Tally {
  passed: number
  failed: number
}

/** Runs all checks of the source in sequence, because each can use all cores. Prints the output of failed checks. */
export async function runChecks(): Promise<Tally> {
  const tally: Tally = { passed: 0, failed: 0 }
  for (const [name, [program = '', ...args]] of Object.entries(checks)) {
    const startedAt = performance.now()
    const { code, output } = await runTool(program, args)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    if (code === 0) {
      tally.passed++
      console.log(`✓ ${name} (${seconds} s)`)
    } else {
      tally.failed++
      console.log(`✗ ${name} (${seconds} s)\n${output}`)
    }
  }
  return tally
}

async function runTool(program: string, args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [program, ...args], { cwd: root, env: { ...process.env, ...goEnvironment } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  await once(child, 'close')
  return { code: child.exitCode, output }
}
