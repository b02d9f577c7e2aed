import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const START_MILLIS = 60_000
const POLL_MILLIS = 100

/** Runs what `npm start` runs, with the environment of a fresh clone and its own ports. */
export class NpmStart {
  readonly serviceUrl: string
  readonly demoUrl: string
  readonly #child: ChildProcess
  #output = ''

  private constructor(
    port: number,
    { PORTICO_HOST: host = '127.0.0.1', ...env }: Record<string, string>,
    hasOwnGroup = false,
  ) {
    this.serviceUrl = `http://${host}:${port}`
    this.demoUrl = `http://${host === '127.0.0.1' ? 'localhost' : host}:${port + 1}`
    this.#child = spawn(process.execPath, ['tools/run.mjs', 'start'], {
      cwd: root,
      detached: hasOwnGroup,
      // Without the environment of the test runner, which a new user does not have.
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        PORTICO_PORT: String(port),
        ...(host !== '127.0.0.1' && { PORTICO_HOST: host }),
        ...env,
      },
    })
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.#output += text))
    }
  }

  /** Starts the process without waiting until it is ready. */
  static launch(port: number, env: Record<string, string>): NpmStart {
    return new NpmStart(port, env)
  }

  /**
   * Resolves when the service and the demo answer.
   *
   * @param hasOwnGroup whether `signalGroup` may be used
   */
  static async run(
    dataDir: string,
    port: number,
    env: Record<string, string> = {},
    hasOwnGroup = false,
  ): Promise<NpmStart> {
    const started = new NpmStart(port, { PORTICO_DATA_DIR: dataDir, ...env }, hasOwnGroup)
    await started.untilOk(`${started.serviceUrl}/ready`, started.demoUrl)
    return started
  }

  async untilOk(...urls: string[]): Promise<void> {
    const deadline = performance.now() + START_MILLIS
    while (performance.now() < deadline && this.#child.exitCode === null) {
      const answers = urls.map((url) => fetch(url).catch(() => null))
      if ((await Promise.all(answers)).every((answer) => answer?.ok)) return
      await new Promise((resolve) => setTimeout(resolve, POLL_MILLIS))
    }
    await this.stop()
    throw new Error(`npm start did not become ready:\n${this.#output}`)
  }

  /** The terminal output without colours. */
  get output(): string {
    return stripVTControlCharacters(this.#output)
  }

  /** Stops the process as Ctrl-C does. Returns the exit code. */
  async stop(): Promise<number | null> {
    this.#child.kill('SIGINT')
    return this.ended()
  }

  /** Sends a signal to the launcher and to all processes that it started, as supervisors do. */
  signalGroup(signal: NodeJS.Signals): void {
    if (this.#child.pid !== undefined) process.kill(-this.#child.pid, signal)
  }

  /** Waits until the process ends. Returns the exit code. */
  async ended(): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit')
    return this.#child.exitCode
  }
}

/** Finds two consecutive free ports, for the service and the demo. Returns the first. */
export async function findPortPair(): Promise<number> {
  for (;;) {
    const first = await listenOn(0)
    const { port } = first.address() as AddressInfo
    const second = await listenOn(port + 1).catch(() => null)
    for (const server of [first, second]) {
      if (!server) continue
      server.close()
      await once(server, 'close')
    }
    if (second) return port
  }
}

async function listenOn(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}
