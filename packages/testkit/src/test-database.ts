import { randomUUID } from 'node:crypto'

import { migrate, openEmbedded, openPostgres, readStartImage, type Database } from '@portico/server'

export interface TestDatabase {
  readonly db: Database
  close(): Promise<void>
}

const TEST_POOL = 10

/** Opens a new, empty database. `postgres` creates it on the server in `PORTICO_TEST_DATABASE_URL`; `close` drops it. */
export function openTestDatabase(engine: 'memory' | 'postgres'): Promise<TestDatabase> {
  return engine === 'memory' ? openInMemory() : openOnPostgres()
}

/** Unpacked once per process. */
let startImage: Promise<Blob | null> | undefined

async function openInMemory(): Promise<TestDatabase> {
  startImage ??= readStartImage()
  const db = await openEmbedded({ dataDir: null, startImage: await startImage })
  return { db, close: () => db.close() }
}

/** The database that others are copies of, because a copy takes a fraction of the time of the migrations. */
const TEMPLATE = 'portico_template'
const TEMPLATE_LOCK = 41_004_199
/** By the URL of the server. */
const templates = new Map<string, Promise<void>>()

async function openOnPostgres(): Promise<TestDatabase> {
  const serverUrl = process.env.PORTICO_TEST_DATABASE_URL
  if (!serverUrl)
    throw new Error(
      'Tests on PostgreSQL require PORTICO_TEST_DATABASE_URL. Set it to the connection string of a server.',
    )
  const template = templates.get(serverUrl) ?? onServer(serverUrl, (server) => createTemplate(server, serverUrl))
  templates.set(serverUrl, template)
  await template
  const name = `portico_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl, (server) => server.createDatabase(name, TEMPLATE))
  const db = await openPostgres(urlOf(serverUrl, name), TEST_POOL)
  // Date the schema from now, as on a new database.
  await db.transaction((tx) => tx.script('update schema_migrations set applied_at = now()'))
  return {
    db,
    async close() {
      await db.close()
      await onServer(serverUrl, (server) => server.dropDatabase(name))
    },
  }
}

/** Creates the template, unless another worker has. A worker that stops halfway leaves no database of that name. */
async function createTemplate(server: Server, serverUrl: string): Promise<void> {
  await server.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
  const { rows } = await server.query('select 1 from pg_database where datname = $1', [TEMPLATE])
  if (rows.length > 0) return
  const unfinished = `${TEMPLATE}_${randomUUID().replaceAll('-', '')}`
  await server.createDatabase(unfinished)
  const db = await openPostgres(urlOf(serverUrl, unfinished), 1)
  await migrate(db)
  await db.close()
  await server.renameDatabase(unfinished, TEMPLATE)
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.toString()
}

interface Server {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  createDatabase(name: string, template?: string): Promise<void>
  renameDatabase(from: string, to: string): Promise<void>
  dropDatabase(name: string): Promise<void>
}

async function onServer(url: string, work: (server: Server) => Promise<void>): Promise<void> {
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
