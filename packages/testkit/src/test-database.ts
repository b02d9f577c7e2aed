import { randomUUID } from 'node:crypto'

import { migrate, openEmbedded, openPostgres, readStartImage, type Database } from '@portico/server'

import { dateSchema, DatabaseReset } from './database-reset.ts'
import { SharedDatabase } from './shared-database.ts'

export interface TestDatabase {
  readonly db: Database
  /** @param isKept whether the next test may use the emptied database. Default: if the environment says so */
  close(isKept?: boolean): Promise<void>
}

const TEST_POOL = 10
/** Longer than those of the service, so that a busy machine does not fail a test. */
const patientLimits = { statementMillis: 60_000, connectMillis: 60_000, checkMillis: 10_000 }

/**
 * Opens an empty database with the schema of the service. `postgres` creates it on the server in
 * `PORTICO_TEST_DATABASE_URL`; `close` drops it.
 *
 * @param engine default: the one in `PORTICO_TEST_ENGINE`, or else in memory
 */
export function openTestDatabase(engine = engineOfEnvironment()): Promise<TestDatabase> {
  return engine === 'memory' ? openInMemory() : openOnPostgres()
}

function engineOfEnvironment(): 'memory' | 'postgres' {
  return process.env.PORTICO_TEST_ENGINE === 'postgres' ? 'postgres' : 'memory'
}

/**
 * Whether a closed database is emptied for the next test instead of dropped, which is much faster than a new one. Set
 * the variable where a test runner ends the process and deletes the server.
 */
function keepsDatabases(): boolean {
  return process.env.PORTICO_TEST_KEEPS_DATABASES === 'true'
}

/** Unpacked once per process. */
let startImage: Promise<Blob | null> | undefined
/** How to empty a database in memory. All are copies of the start image. */
let resetInMemory: Promise<DatabaseReset> | undefined
/** The last engine that a test has finished with. One, because each takes memory. */
let unused: SharedDatabase | undefined

async function openInMemory(): Promise<TestDatabase> {
  const shared = (await takeUnused()) ?? new SharedDatabase(await startEngine())
  const { db, end } = shared.use()
  return {
    db,
    async close(isKept = keepsDatabases()) {
      const { isIdle } = end()
      // An open engine keeps the process alive.
      if (isKept && isIdle && unused === undefined) unused = shared
      else await shared.engine.close()
    },
  }
}

async function takeUnused(): Promise<SharedDatabase | undefined> {
  const shared = unused
  unused = undefined
  const reset = await resetInMemory
  if (!shared || !reset || (await reset.apply(shared.engine))) return shared
  await shared.engine.close().catch(() => {})
  return undefined
}

async function startEngine(): Promise<Database> {
  startImage ??= readStartImage()
  const engine = await openEmbedded({ dataDir: null, startImage: await startImage })
  await migrate(engine)
  await (resetInMemory ??= DatabaseReset.of(engine))
  return engine
}

/** The database that others copy, because a copy takes a fraction of the time that migrations take. */
const TEMPLATE = 'portico_template'
const TEMPLATE_LOCK = 41_004_199

interface NamedDatabase {
  readonly name: string
  readonly shared: SharedDatabase
}

/** A server, and its databases that no test uses at present. */
interface Server {
  readonly template: Promise<void>
  readonly unused: NamedDatabase[]
  /** How to empty a copy of the template. */
  reset?: Promise<DatabaseReset>
}

/** By URL. */
const servers = new Map<string, Server>()

async function openOnPostgres(): Promise<TestDatabase> {
  const serverUrl = process.env.PORTICO_TEST_DATABASE_URL
  if (!serverUrl)
    throw new Error(
      'Tests on PostgreSQL require PORTICO_TEST_DATABASE_URL. Set it to the connection string of a server.',
    )
  const server = servers.get(serverUrl) ?? {
    template: onServer(serverUrl, (connection) => createTemplate(connection, serverUrl)),
    unused: [],
  }
  servers.set(serverUrl, server)
  await server.template
  const named = (await reuse(server, serverUrl)) ?? (await copyTemplate(server, serverUrl))
  const { db, end } = named.shared.use()
  return {
    db,
    async close(isKept = keepsDatabases()) {
      const { isIdle } = end()
      if (isKept && isIdle) server.unused.push(named)
      else await remove(serverUrl, named)
    },
  }
}

/** Takes a database whose connections have prepared their statements. */
async function reuse(server: Server, serverUrl: string): Promise<NamedDatabase | null> {
  const named = server.unused.pop()
  const reset = await server.reset
  if (!named || !reset) return null
  if (await reset.apply(named.shared.engine)) return named
  await remove(serverUrl, named)
  return null
}

async function copyTemplate(server: Server, serverUrl: string): Promise<NamedDatabase> {
  const name = `portico_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl, (connection) => connection.createDatabase(name, TEMPLATE))
  const db = await openPostgres(urlOf(serverUrl, name), TEST_POOL, patientLimits)
  await (server.reset ??= DatabaseReset.of(db))
  await dateSchema(db)
  return { name, shared: new SharedDatabase(db) }
}

async function remove(serverUrl: string, { name, shared }: NamedDatabase): Promise<void> {
  await shared.engine.close()
  await onServer(serverUrl, (connection) => connection.dropDatabase(name))
}

/**
 * Creates the template, unless another worker has created it. A worker that stops halfway leaves no database with that
 * name.
 */
async function createTemplate(connection: Connection, serverUrl: string): Promise<void> {
  await connection.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
  const { rows } = await connection.query('select 1 from pg_database where datname = $1', [TEMPLATE])
  if (rows.length > 0) return
  const unfinished = `${TEMPLATE}_${randomUUID().replaceAll('-', '')}`
  await connection.createDatabase(unfinished)
  const db = await openPostgres(urlOf(serverUrl, unfinished), 1, patientLimits)
  await migrate(db)
  await db.close()
  await connection.renameDatabase(unfinished, TEMPLATE)
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  // The folder of a Unix socket, which takes less CPU time than loopback.
  const folder = process.env.PORTICO_TEST_DATABASE_SOCKETS
  if (folder !== undefined) url.searchParams.set('host', folder)
  return url.toString()
}

interface Connection {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  createDatabase(name: string, template?: string): Promise<void>
  renameDatabase(from: string, to: string): Promise<void>
  dropDatabase(name: string): Promise<void>
}

async function onServer(url: string, work: (connection: Connection) => Promise<void>): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  const name = (text: string): string => pg.escapeIdentifier(text)
  await client.connect()
  try {
    await work({
      query: (text, values) => client.query(text, values),
      createDatabase: async (created, from = 'template1') =>
        void (await client.query(`create database ${name(created)} template ${name(from)} strategy file_copy`)),
      renameDatabase: async (from, to) =>
        void (await client.query(`alter database ${name(from)} rename to ${name(to)}`)),
      dropDatabase: async (dropped) =>
        void (await client.query(`drop database if exists ${name(dropped)} with (force)`)),
    })
  } finally {
    await client.end()
  }
}
