import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

import {
  createEmbeddedImage,
  embeddedEngineVersion,
  migrate,
  openEmbedded,
  openPostgres,
  readMigrations,
  type Database,
} from '@portico/server'

export interface TestDatabase {
  readonly db: Database
  close(): Promise<void>
}

const TEST_POOL = 10

/** A database of its own for one test file. */
export function openTestDatabase(engine: 'memory' | 'postgres'): Promise<TestDatabase> {
  return engine === 'memory' ? openInMemory() : openOnPostgres()
}

async function openInMemory(): Promise<TestDatabase> {
  const db = await openEmbedded({ dataDir: null, image: await preparedImage() })
  return { db, close: () => db.close() }
}

/**
 * A migrated, empty database to start from; making one takes seconds, copying it a fraction of one. It is kept beside
 * the installed packages and made afresh when a migration changes or the engine is another version.
 */
async function preparedImage(): Promise<Blob> {
  const migrations = createHash('sha256').update(JSON.stringify(readMigrations())).digest('hex').slice(0, 16)
  const folder = path.resolve('node_modules/.cache/portico')
  const file = path.join(folder, `database-${await embeddedEngineVersion()}-${migrations}.tar`)
  const cached = await readFile(file).catch(() => null)
  if (cached) return new Blob([cached])
  const image = await createEmbeddedImage((db) => migrate(db))
  await mkdir(folder, { recursive: true })
  // Several test files may get here at once: each writes its own copy, the last rename wins, all are the same.
  const ownFile = `${file}.${randomUUID()}`
  await writeFile(ownFile, Buffer.from(await image.arrayBuffer()))
  await rename(ownFile, file)
  return image
}

async function openOnPostgres(): Promise<TestDatabase> {
  const serverUrl = process.env.PORTICO_TEST_DATABASE_URL
  if (!serverUrl) throw new Error('PORTICO_TEST_DATABASE_URL is not set, so there is no PostgreSQL to test on.')
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
