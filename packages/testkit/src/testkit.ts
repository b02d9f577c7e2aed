import { randomBytes } from 'node:crypto'

import { findNodeProblem } from '@portico/contract/node-version'
import {
  createLog,
  createPortico,
  inLockOrder,
  readSettings,
  registerCell,
  statement,
  UNEXPECTED_FAILURE,
  type Database,
  type Portico,
  type Seed,
} from '@portico/server'

import { openTestDatabase, type TestDatabase } from './test-database.ts'
import { TestClock } from './test-clock.ts'
import { HttpClient, type Credentials } from './http-client.ts'
import { Mailbox } from './mailbox.ts'
import { recordStatements } from './recorded-statements.ts'
import { listen, type Listening } from './listen.ts'
import { keyFields } from './key-fields.ts'
import { createTestProject, type TestProject, type TestProjectOptions } from './test-project.ts'
import { WebhookCollector } from './webhooks.ts'

export { HttpClient, type Answer, type Credentials, type HttpOptions } from './http-client.ts'
export { renderHostileEmail, type HostileEmailOptions, type HostileEmailTemplate } from './hostile-email.ts'
export type { Listening } from './listen.ts'
export type { Mailbox, ReceivedMail } from './mailbox.ts'
export {
  APP_CALLBACK_URL,
  APP_ERROR_URL,
  ProviderVisitor,
  authorizationRequest,
  signInAtProvider,
  lookAlikeProviders,
  type LastSeen,
  type ProviderChoice,
  type ProviderSignIn,
} from './provider-sign-in.ts'
export type { TestClock } from './test-clock.ts'
export { openTestDatabase, type TestDatabase } from './test-database.ts'
export { totpCode } from './totp-code.ts'
export {
  someEmail,
  TEST_PASSWORD,
  type TestAppOptions,
  type TestProject,
  type TestSession,
  type TestProjectOptions,
  type TestUser,
} from './test-project.ts'

export type { ReceivedWebhook, WebhookCollector } from './webhooks.ts'
export type { PasskeyAuthentication, PasskeyRegistration } from '@portico/contract'
export {
  VirtualAuthenticator,
  type AuthenticationAnswer,
  type PasskeyAlgorithm,
  type PasskeyLies,
  type RegistrationAnswer,
  type VirtualAuthenticatorOptions,
} from './virtual-authenticator.ts'

export interface TestPorticoOptions {
  /** Environment variables of the service, merged into the test defaults: no rate limits, cheap password hashes. */
  settings?: Record<string, string>
  seed?: Seed
  /** `memory` is PostgreSQL inside this process; `postgres` requires `PORTICO_TEST_DATABASE_URL`. */
  engine?: 'memory' | 'postgres'
  /** Serves the built dashboard, which `npm start` and the tests in browsers build. Default: none. */
  hasDashboard?: boolean
  /**
   * Creates all projects in a second cell, with a database of its own. Default: whether `PORTICO_TEST_CELL` is `true`.
   */
  hasCell?: boolean
  /**
   * Receives every log line at the level of `PORTICO_LOG`. Default: errors are written to standard error, and `close`
   * throws if the service has answered a call with 500.
   */
  onLog?: (line: string) => void
}

const CELL = 'second'
const closeHomeCell = statement`update cells set is_open = false where name = 'home'`

/** The keys of the project "internal". */
export const internalKeys = {
  publishable_client_key: 'pck_internal_of_a_test_service_only',
  secret_server_key: 'ssk_internal_of_a_test_service_only',
  super_secret_admin_key: 'sak_internal_of_a_test_service_only',
}

/**
 * Starts the real service for one test file, with its own database, a clock you move and a mailbox you read.
 *
 * @example
 * const portico = await createTestPortico()
 * const project = await portico.createProject()
 * const answer = await project.client().post('/auth/password/sign-up', { email, password })
 * portico.clock.advance(10 * 60_000)
 * await portico.close()
 */
export async function createTestPortico(options: TestPorticoOptions = {}): Promise<TestPortico> {
  const problem = findNodeProblem('@portico/testkit', process.versions.node)
  if (problem !== null) throw new Error(problem)
  const database = await openTestDatabase(options.engine)
  const { hasCell = process.env.PORTICO_TEST_CELL === 'true' } = options
  const portico = new TestPortico(database, options, hasCell ? await openTestDatabase(options.engine) : null)
  await portico.addCell()
  await portico.start()
  return portico
}

export class TestPortico {
  readonly clock = new TestClock()
  /** The database of the home cell. */
  readonly database: TestDatabase
  /** The database of the second cell. */
  readonly cell: TestDatabase | null
  /** Collects the webhooks of projects. */
  readonly webhooks = new WebhookCollector(() => this.service)
  #options: TestPorticoOptions
  /** The service's `PORTICO_SECRET`, to start a second node on the same database. */
  readonly secret = randomBytes(33).toString('base64url')
  #listening: Listening | null = null
  #running: Portico | null = null
  /** All services that are not closed yet. Two concurrent restarts start two services. */
  readonly #started = new Set<Portico>()
  /** The log lines about calls that were answered 500. */
  readonly #unexpected: string[] = []

  constructor(database: TestDatabase, options: TestPorticoOptions, cell: TestDatabase | null = null) {
    this.database = database
    this.cell = cell
    this.#options = options
  }

  get service(): Portico {
    if (!this.#running) throw new Error('The service is not running: it was stopped or closed.')
    return this.#running
  }

  /**
   * The database as the service uses it, for a part of the service that a test starts itself. Refuses locks out of
   * order.
   */
  get serviceDatabase(): Database {
    return inLockOrder(recordStatements(this.database.db))
  }

  /** The database of the cell in which the projects are, other than `internal`. */
  get projectDatabase(): TestDatabase {
    return this.cell ?? this.database
  }

  /** The mails that the service has sent. */
  get mailbox(): Mailbox {
    return new Mailbox(this.service)
  }

  /** Returns a client of the project "internal". */
  internal(credentials: Partial<Credentials> = {}): HttpClient {
    return new HttpClient(this.service, {
      projectId: 'internal',
      accessType: 'client',
      key: internalKeys[keyFields[credentials.accessType ?? 'client']],
      ...credentials,
    })
  }

  /** Returns a client without credentials. */
  anonymous(): HttpClient {
    return new HttpClient(this.service, null)
  }

  /** Creates a project with API keys, through the API, as its owner does. */
  createProject(options: TestProjectOptions = {}): Promise<TestProject> {
    return createTestProject(this, options)
  }

  /** The base URL of the service: that of its port, which access tokens and links name. */
  get baseUrl(): string {
    if (!this.#listening) throw new Error('The service is not running: it was not started, or it was closed.')
    return this.#listening.url
  }

  /** Returns the port of the service, for clients that need one. */
  async listen(): Promise<Listening> {
    // Listen from the start, because access tokens name this address as their issuer.
    this.#listening ??= await listen(() => this.service)
    return this.#listening
  }

  /** Restarts the service on the same database, optionally with another seed. */
  async restart({ seed }: Pick<TestPorticoOptions, 'seed'> = {}): Promise<void> {
    await this.#stop()
    if (seed) this.#options = { ...this.#options, seed }
    await this.start()
  }

  /** Adds the second cell to the service, if there is one. The home cell gets no further project. */
  async addCell(): Promise<void> {
    if (!this.cell) return
    const { db } = this.database
    await registerCell(db, { name: CELL, isOpen: true, now: this.clock.now() })
    await db.run(closeHomeCell)
  }

  async start(): Promise<void> {
    const { url } = await this.listen()
    const settings = readSettings({
      PORTICO_SECRET: this.secret,
      PORTICO_RATE_LIMITS: 'off',
      PORTICO_ARGON2_MEMORY_KIB: '256',
      PORTICO_ARGON2_PASSES: '1',
      PORTICO_LOG: 'error',
      PORTICO_BASE_URL: url,
      ...this.#options.settings,
    })
    const service = await createPortico({
      settings,
      db: this.serviceDatabase,
      ...(this.cell && { cells: [{ name: CELL, db: recordStatements(this.cell.db) }] }),
      clock: this.clock,
      log: createLog(settings.logLevel, { write: this.#options.onLog ?? ((line) => this.#report(line)) }),
      seed: withInternalKeys(this.#options.seed ?? {}),
      ...(!this.#options.hasDashboard && { dashboardFolder: null }),
    })
    this.#running = oneCallPerMillisecond(service, this.clock)
    this.#started.add(this.#running)
  }

  async close(): Promise<void> {
    await this.#listening?.close()
    this.#listening = null
    await this.#stop()
    await this.webhooks.close()
    // The schema of the home cell has changed.
    await this.database.close(this.cell ? false : undefined)
    await this.cell?.close()
    const failures = this.#unexpected.splice(0)
    if (failures.length > 0) {
      throw new Error(`Calls that the service answered with 500: ${failures.length}.\n${failures.join('')}`)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  #report(line: string): void {
    if (line.includes(UNEXPECTED_FAILURE)) this.#unexpected.push(line)
    process.stderr.write(line)
  }

  async #stop(): Promise<void> {
    this.#running = null
    const started = [...this.#started]
    this.#started.clear()
    await Promise.all(started.map((service) => service.close()))
  }
}

/**
 * Returns the service with a clock that moves at each call. Lists are sorted by time, and a fast machine answers two
 * calls in the same millisecond, so their records would have no order.
 */
function oneCallPerMillisecond(service: Portico, clock: TestClock): Portico {
  return {
    ...service,
    fetch: (...call) => {
      clock.tick()
      return service.fetch(...call)
    },
  }
}

function withInternalKeys(seed: Seed): Seed {
  const internal = seed.projects?.find(({ id }) => id === 'internal')
  const others = (seed.projects ?? []).filter(({ id }) => id !== 'internal')
  return {
    ...seed,
    projects: [{ ...internal, id: 'internal', keys: { ...internalKeys, ...internal?.keys } }, ...others],
  }
}
