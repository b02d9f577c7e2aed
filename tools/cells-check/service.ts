import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { Balancer } from '../upgrade-check/balancer.ts'

const root = join(import.meta.dirname, '../..')
const program = ['--conditions=@portico/source', join(root, 'packages/server/src/main.ts')]

export type Environment = Readonly<Record<string, string>>

/** The nodes of a service behind a load balancer, and its operator. */
export class Service {
  readonly balancer: Balancer
  readonly #environment: Environment
  readonly #nodes: ChildProcess[] = []
  /** Leaves no node behind if the check exits early. */
  readonly #abandon = (): void => this.kill()

  private constructor(balancer: Balancer, environment: Environment) {
    this.balancer = balancer
    this.#environment = environment
    process.once('exit', this.#abandon)
  }

  static async create(environment: Environment): Promise<Service> {
    const balancer = await Balancer.start()
    return new Service(balancer, { ...environment, PORTICO_BASE_URL: balancer.origin })
  }

  async startNode(): Promise<void> {
    const port = await findFreePort()
    const node = spawn(process.execPath, program, {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: this.#variables({ PORTICO_PORT: String(port), PORTICO_LOG: 'silent' }),
    })
    this.#nodes.push(node)
    for (;;) {
      if (hasEnded(node)) throw new Error(`A node ended with ${describeEnd(node)} instead of starting.`)
      const isReady = await fetch(`http://127.0.0.1:${port}/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isReady) break
      await sleep(100)
    }
    this.balancer.add(port)
  }

  /**
   * Runs a command of the operator.
   *
   * @param killAfter kills the command when it prints this
   * @param variables those that differ from the service's
   * @returns what it printed
   * @throws Error if the command fails and was not killed
   */
  async operate(args: readonly string[], killAfter?: string, variables: Environment = {}): Promise<string> {
    const child = spawn(process.execPath, [...program, ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: this.#variables(variables),
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (killAfter !== undefined && output.includes(killAfter)) child.kill('SIGKILL')
      })
    }
    await once(child, 'close')
    if (child.exitCode !== 0 && killAfter === undefined)
      throw new Error(`${args.join(' ')} ended with ${describeEnd(child)}: ${output}`)
    return output
  }

  async stop(): Promise<void> {
    for (const node of this.#nodes) {
      node.kill('SIGTERM')
      if (!hasEnded(node)) await once(node, 'exit')
    }
    process.off('exit', this.#abandon)
    this.balancer.close()
  }

  kill(): void {
    for (const node of this.#nodes) node.kill('SIGKILL')
    this.balancer.close()
  }

  #variables(more: Environment): Record<string, string | undefined> {
    return { PATH: process.env['PATH'], ...this.#environment, ...more }
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

function describeEnd({ exitCode, signalCode }: ChildProcess): string {
  return signalCode === null ? `the exit code ${exitCode}` : `the signal ${signalCode}`
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}
