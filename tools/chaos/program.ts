import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { limitTime } from './limit-time.ts'

const READY_MILLIS = 600_000
const STOP_MILLIS = 30_000
const TRY_MILLIS = 100
const LOG_TAIL_CHARACTERS = 3_000

export interface ProgramOptions {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly environment?: NodeJS.ProcessEnv
  /** The account that it runs as. Default: that of this process. */
  readonly account?: { readonly uid: number; readonly gid: number } | null
  readonly workFolder: string
  readonly logFolder: string
  isReady(): Promise<boolean>
}

/** A program of the deployment that can be killed and started again. */
export class Program {
  readonly name: string
  readonly #options: ProgramOptions
  readonly #logFile: string
  #child: ChildProcess | null = null

  constructor(options: ProgramOptions) {
    this.name = options.name
    this.#options = options
    this.#logFile = join(options.logFolder, `${options.name}.log`)
  }

  get processId(): number | null {
    return this.#child?.pid ?? null
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** The code of its last exit; null while it runs and after a signal. */
  get exitCode(): number | null {
    return this.#child?.exitCode ?? null
  }

  /** Starts the program and waits until it can be used. `environment` adds to that of the options. */
  async start(environment: NodeJS.ProcessEnv = {}): Promise<void> {
    this.launch(environment)
    await this.untilReady()
  }

  launch(environment: NodeJS.ProcessEnv = {}): void {
    const { account, args, command, workFolder } = this.#options
    appendFileSync(this.#logFile, '')
    const log = openSync(this.#logFile, 'a')
    this.#child = spawn(command, args, {
      ...account,
      cwd: workFolder,
      env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...this.#options.environment, ...environment },
      stdio: ['ignore', log, log],
      // A separate process group: Ctrl-C reaches only this process, which stops the programs in order.
      detached: true,
    })
    this.#child.on('error', (error) => appendFileSync(this.#logFile, `${error.message}\n`))
    closeSync(log)
  }

  async untilReady(millis: number = READY_MILLIS): Promise<void> {
    const until = Date.now() + millis
    while (Date.now() < until) {
      if (!this.isRunning) throw new Error(`${this.name} ended instead of starting:\n${this.logTail()}`)
      if (await this.#options.isReady().catch(() => false)) return
      await sleep(TRY_MILLIS)
    }
    throw new Error(`${this.name} was not ready within ${millis / 1_000} s:\n${this.logTail()}`)
  }

  /** Ends it as a crash of the machine does. */
  async kill(): Promise<void> {
    if (!this.#child || !this.isRunning) return
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await exited
  }

  /** Asks it to end, and kills it if it does not. Returns whether it ended by itself. */
  async stop(): Promise<boolean> {
    if (!this.#child || !this.isRunning) return true
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    const hasEnded = await limitTime(
      exited.then(() => true),
      STOP_MILLIS,
    )
    if (hasEnded) return true
    await this.kill()
    return false
  }

  /** For the exit of this process, which cannot wait. */
  killNow(): void {
    if (this.isRunning) this.#child?.kill('SIGKILL')
  }

  log(): string {
    return readFileSync(this.#logFile, 'utf8')
  }

  logTail(): string {
    return this.log().slice(-LOG_TAIL_CHARACTERS)
  }
}
