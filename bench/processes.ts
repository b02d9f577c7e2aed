import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

import { root, sourceCondition } from '../tools/install.mjs'
import { serviceEnvironment } from '../tools/service-process.mjs'
import { processorSeconds } from './processor-time.ts'

/** Long enough for a machine with other load. */
const READY_TIMEOUT_MILLIS = 120_000
const READY_POLL_MILLIS = 10
const MEMORY_SAMPLE_MILLIS = 100

/** A server in a separate process, on a free loopback port. */
export interface ServerProcess {
  readonly origin: string
  /** From the start of the process to its first successful response. */
  readonly readyMillis: number
  /**
   * Samples the resident memory every 100 ms, which uses a few percent of a core.
   *
   * @returns function that stops sampling and returns the peak, in megabytes (10^6 bytes)
   */
  watchMemory(): () => number
  /** Returns the processor time that the process has used since its start. */
  processorSeconds(): number
  /** Stops the process and waits until it has exited. */
  stop(): Promise<void>
  /** Kills the process without a clean shutdown. */
  kill(): Promise<void>
}

export interface ServerOptions {
  /** Arguments of Node.js. */
  arguments: readonly string[]
  /** Folder in which Node.js runs. Default: the root of the repository. */
  folder?: string
  env: (port: number) => Record<string, string>
  /** Path that answers 200 when the server is ready. */
  readyPath: string
}

/** Starts a server and waits until it is ready. Its standard output goes to the null device. */
export async function startServer({
  arguments: args,
  folder = root,
  env,
  readyPath,
}: ServerOptions): Promise<ServerProcess> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: folder,
    // Pass on only the PATH, because a setting in the caller's environment could change the measurement.
    env: {
      PATH: process.env['PATH'],
      ...serviceEnvironment,
      ...env(port),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errorOutput = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput += text))
  // Fallback if this process exits without calling `stop`.
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)

  while (!(await isReady(`${origin}${readyPath}`))) {
    const isLate = performance.now() - startedAt > READY_TIMEOUT_MILLIS
    if (isLate || hasEnded(child)) {
      kill()
      throw new Error(`${args.at(-1)} did not become ready:\n${errorOutput}`)
    }
    await new Promise((resolve) => setTimeout(resolve, READY_POLL_MILLIS))
  }
  const readyMillis = performance.now() - startedAt
  // Discard the output of the start. Output under load makes the measurement unreliable.
  errorOutput = ''
  return {
    origin,
    readyMillis,
    watchMemory: () => watchMemory(child),
    processorSeconds: () => processorSeconds(startedPid(child)),
    async kill() {
      process.off('exit', kill)
      kill()
      await once(child, 'exit')
    },
    async stop() {
      process.off('exit', kill)
      if (!hasEnded(child)) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      if (errorOutput !== '') throw new Error(`${args.at(-1)} wrote errors during the measurement:\n${errorOutput}`)
    },
  }
}

/** Runs a script of this folder with a JSON argument and returns the JSON that it prints. */
export async function runScript<T>(
  script: string,
  argument: unknown,
  { cwd = root }: { cwd?: string } = {},
): Promise<T> {
  const child = spawn(process.execPath, [sourceCondition, fileURLToPath(new URL(script, import.meta.url))], {
    cwd,
    env: { PATH: process.env['PATH'], ...serviceEnvironment },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stdin.end(JSON.stringify(argument))
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`${script} ended with exit code ${child.exitCode}.`)
  // The script belongs to this folder and prints the type that the caller names.
  return JSON.parse(output) as T
}

/** Reads the argument that `runScript` passed to this script. */
export async function readArgument<T>(): Promise<T> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) text += String(chunk)
  return JSON.parse(text) as T
}

async function isReady(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function startedPid({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('The process did not start.')
  return pid
}

function watchMemory(child: ChildProcess): () => number {
  let peak = 0
  const sample = (): void => {
    // `ps` returns kibibytes on Linux and macOS.
    const kibibytes = Number(spawnSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' }).stdout)
    peak = Math.max(peak, (kibibytes * 1_024) / 1e6)
  }
  const timer = setInterval(sample, MEMORY_SAMPLE_MILLIS)
  return () => {
    clearInterval(timer)
    sample()
    return peak
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('A listening TCP socket has no port.')
  return address.port
}
