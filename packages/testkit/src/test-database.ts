import { randomUUID } from 'node:crypto'

import { openEmbedded, openPostgres, readStartImage, type Database } from '@portico/server'

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

async function openOnPostgres(): Promise<TestDatabase> {
  const serverUrl = process.env.PORTICO_TEST_DATABASE_URL
  if (!serverUrl)
    throw new Error(
      'Tests on PostgreSQL require PORTICO_TEST_DATABASE_URL. Set it to the connection string of a server.',
    )
  const name = `portico_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl, (server) => server.createDatabase(name))
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const db = await openPostgres(url.toString(), TEST_POOL)
  return {
    db,
    async close() {
      await db.close()
      await onServer(serverUrl, (server) => server.dropDatabase(name))
    },
  }
}

async function onServer(
  url: string,
  work: (server: {
    createDatabase(name: string): Promise<void>
    dropDatabase(name: string): Promise<void>
  }) => Promise<void>,
): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work({
      createDatabase: async (name) => void (await client.query(`create database ${pg.escapeIdentifier(name)}`)),
      dropDatabase: async (name) =>
        void (await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)),
    })
  } finally {
    await client.end()
  }
}
