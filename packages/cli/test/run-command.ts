import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'

import { afterEach, beforeEach, vi } from 'vitest'

import { runProgram } from '../src/program.ts'

// Runs the program as a separate process with its own home folder, against a service on a real port.

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
/** The cache of `npm start`, with which a program loads in half the time. */
const compileCache = fileURLToPath(new URL('../../../node_modules/.cache/portico', import.meta.url))

let home: string
const running = new Set<ChildProcess>()

/** Gives each test of a file a home folder. Each file must call it, because the files of a worker share this module. */
export function useHomeOfCommands(): void {
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'portico-cli-'))
  })

  afterEach(async () => {
    for (const child of running) child.kill('SIGKILL')
    running.clear()
    await rm(home, { recursive: true })
  })
}

/** The home folder for the commands of the current test. */
export function homeOfCommands(): string {
  return home
}

export interface CommandRun {
  readonly child: ChildProcess
  readonly output: () => string
  /** The exit code and the complete output. */
  readonly ended: Promise<{ code: number | null; stdout: string; stderr: string }>
}

export function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  program = main,
): CommandRun {
  const child = spawn(process.execPath, ['--conditions=@portico/source', program, ...args], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: compileCache,
      HOME: home,
      XDG_CONFIG_HOME: join(home, 'config'),
      ...env,
    },
  })
  running.add(child)
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, stdout, stderr }))
  return { child, output: () => stdout + stderr, ended }
}

/**
 * Runs a command in this process, without the start of another one. For tests in which the process does not matter.
 *
 * @param answers what a person types at a terminal, one answer per question. Default: there is no terminal.
 */
export async function runHere(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  answers: readonly string[] | null = null,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const written = { stdout: '', stderr: '' }
  const typed = [...(answers ?? [])]
  const input = Object.assign(new PassThrough(), { isTTY: answers !== null })
  const restore = [
    replace(process, 'stdin', input),
    replace(process.stderr, 'isTTY', answers !== null),
    ...(['stdout', 'stderr'] as const).map((name) =>
      replace(process[name], 'write', (text: string) => {
        written[name] += text
        if (/(?:: |\? |\] )$/.test(text)) setImmediate(() => input.write(`${typed.shift() ?? '\u0003'}\n`))
        return true
      }),
    ),
  ]
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  try {
    const code = await runProgram(args)
    return { code, ...written }
  } finally {
    vi.unstubAllEnvs()
    for (const putBack of restore) putBack()
  }
}

/** Replaces a property of an object. Returns a function that restores it. */
function replace(object: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(object, name)
  Object.defineProperty(object, name, { value, configurable: true, writable: true })
  return () => {
    if (before) Object.defineProperty(object, name, before)
    else Reflect.deleteProperty(object, name)
  }
}
