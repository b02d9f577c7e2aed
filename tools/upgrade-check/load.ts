import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

type Result = { readonly status: 'ok' } | { readonly status: 'error'; readonly error: unknown }

interface User {
  setDisplayName(name: string): Promise<unknown>
  listContactChannels(): Promise<unknown>
  signOut(): Promise<unknown>
}

interface App {
  signUpWithCredential(options: object): Promise<Result>
  signInWithCredential(options: object): Promise<Result>
  getUser(options: { or: 'throw' }): Promise<User>
}

/** What the load uses of a packed release's SDK. */
export interface Sdk {
  readonly PorticoClientApp: new (options: object) => App
}

export interface LoadOptions {
  readonly baseUrl: string
  readonly publishableClientKey: string
  readonly workers: number
  /** Default: the project "internal". */
  readonly projectId?: string
}

/** A page of an app in development. */
const CALLBACK_URL = 'http://localhost:3000/verify'
const PAUSE_MILLIS = 50
/** After this number of failures, the load has failed and stops. */
const FAILURES_MAX = 20

/** Users who sign up, sign in, read and change their profile with the SDK, until the load stops. */
export class Load {
  /** The number of calls that ended. */
  done = 0
  /** Calls that failed although the SDK repeats those that it may. */
  readonly failures: unknown[] = []
  /** The addresses of the accounts that the service acknowledged. */
  readonly signedUp: string[] = []
  readonly #workers: Promise<void[]>
  #succeeded = 0
  #isStopping = false

  constructor(sdk: Sdk, options: LoadOptions) {
    this.#workers = Promise.all(Array.from({ length: options.workers }, () => this.#work(sdk, options)))
  }

  /** Waits until this number of further calls has ended. */
  async wait(calls: number): Promise<void> {
    const until = this.done + calls
    while (this.done < until && this.failures.length < FAILURES_MAX) await sleep(PAUSE_MILLIS)
  }

  /** Waits until a further call succeeds. Returns false if none does in time. */
  async waitForSuccess(maxMillis: number): Promise<boolean> {
    const until = performance.now() + maxMillis
    const before = this.#succeeded
    while (this.#succeeded === before) {
      if (performance.now() > until) return false
      await sleep(PAUSE_MILLIS)
    }
    return true
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#workers
  }

  async #work({ PorticoClientApp }: Sdk, options: LoadOptions): Promise<void> {
    const { baseUrl, projectId = 'internal', publishableClientKey } = options
    while (!this.#isStopping) {
      const app = new PorticoClientApp({ projectId, publishableClientKey, baseUrl, tokenStore: 'memory' })
      const credentials = { email: `${randomUUID()}@example.com`, password: randomUUID(), noRedirect: true }
      const isSignedUp = await this.#call(async () =>
        requireOk(await app.signUpWithCredential({ ...credentials, verificationCallbackUrl: CALLBACK_URL })),
      )
      if (!isSignedUp) continue
      this.signedUp.push(credentials.email)
      await this.#call(async () => (await app.getUser({ or: 'throw' })).setDisplayName('Ada'))
      await this.#call(async () => (await app.getUser({ or: 'throw' })).signOut())
      const isSignedIn = await this.#call(async () => requireOk(await app.signInWithCredential(credentials)))
      if (!isSignedIn) continue
      await this.#call(async () => (await app.getUser({ or: 'throw' })).listContactChannels())
    }
  }

  /** Returns whether the call succeeded. */
  async #call(call: () => Promise<unknown>): Promise<boolean> {
    try {
      await call()
      this.#succeeded += 1
      return true
    } catch (error) {
      this.failures.push(error)
      await sleep(PAUSE_MILLIS)
      return false
    } finally {
      this.done += 1
    }
  }
}

function requireOk(result: Result): void {
  if (result.status === 'error') throw result.error
}
