import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PGlite, types, type PGliteOptions, type Transaction as EngineTransaction } from '@electric-sql/pglite'

import { StartupProblem } from '../../kernel/startup-problem.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { translateOutages } from './database-errors.ts'
import { migrate } from './migrate.ts'
import { OuterHandleGuard } from './outer-handle-guard.ts'
import { readStartImage } from './start-image.ts'
import type { Database } from '../../kernel/database.ts'
import { sequence, type Query, type Rows, type Statement } from '../../kernel/statement.ts'
import { plainQueries } from './plain-queries.ts'

/**
 * The engine's page cache. The default is ten times as large, and the engine clears it at each start, which takes 0.1 s
 * and 130 MB. The operating system caches the files as well.
 */
const SHARED_BUFFERS = '16MB'

const TEXT_ARRAY_OID = 1009
const INT_ARRAY_OID = 1007

/**
 * The engine without its first query, which reads the array types of all types and takes a tenth of the start. The few
 * array types that the statements use are declared below instead.
 */
class Engine extends PGlite {
  override _initArrayTypes(): Promise<void> {
    return Promise.resolve()
  }
}

async function startEngine(options: PGliteOptions = {}): Promise<PGlite> {
  const { arrayParser, arraySerializer, INT8 } = types
  const writeArray = (oid: number) => (elements: unknown) => arraySerializer(elements, String, oid)
  const engine = new Engine({
    ...options,
    extensions: { btree_gin, pg_trgm },
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
    parsers: {
      [INT8]: Number,
      [TEXT_ARRAY_OID]: (text) => arrayParser(text, String, TEXT_ARRAY_OID),
      [INT_ARRAY_OID]: (text) => arrayParser(text, Number, INT_ARRAY_OID),
    },
    serializers: {
      [TEXT_ARRAY_OID]: writeArray(TEXT_ARRAY_OID),
      [INT_ARRAY_OID]: writeArray(INT_ARRAY_OID),
    },
  })
  await engine.waitReady
  return engine
}

export interface EmbeddedOptions {
  /** Folder of the database, or null to keep it in memory. */
  dataDir: string | null
  /**
   * The migrated data folder (tar) that a new database starts from; null creates an empty database. Default: the image
   * of this version.
   */
  startImage?: Blob | null
  /** Called with a message for the operator if the start waits for another process to end. */
  onWait?: (message: string) => void
}

/**
 * Opens PostgreSQL inside this process (PGlite). There is one connection, so statements queue.
 *
 * Committed data survives the end of the process at any time, but not a power failure, because the engine does not
 * flush to the disk. Production mode therefore refuses it.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Database> {
  const { dataDir, startImage, onWait } = options
  if (dataDir === null) {
    return { ...embeddedDatabase(await startNewEngine({}, startImage), async () => undefined), engine: 'embedded' }
  }
  const lock = await lockFolder(dataDir, onWait)
  let engine: PGlite
  try {
    engine = await startInFolder(dataDir, startImage)
  } catch (error) {
    await lock.release()
    throw error
  }
  return { ...embeddedDatabase(engine, () => lock.release()), engine: 'embedded' }
}

/** @throws StartupProblem if the files are not a valid database */
async function startInFolder(dataDir: string, startImage?: Blob | null): Promise<PGlite> {
  const folder = path.join(dataDir, 'postgres')
  // Exists while the files of a new database are written. If it exists at the start, the previous start was
  // interrupted.
  const marker = path.join(dataDir, 'postgres.incomplete')
  if (existsSync(marker)) await rm(folder, { recursive: true, force: true })
  if (!existsSync(path.join(folder, 'PG_VERSION'))) {
    await writeFile(marker, '')
    const engine = await startNewEngine({ dataDir: folder }, startImage)
    await rm(marker)
    return engine
  }
  return startEngine({ dataDir: folder }).catch((error: unknown) => {
    throw new StartupProblem(
      `The embedded database in ${folder} cannot be opened. Its files are damaged or belong to another engine version.`,
      'Restore the folder from a backup, or move it away to start with an empty database.',
      { cause: error },
    )
  })
}

/**
 * Starts the engine from the image. Without a matching image, the engine creates an empty database, which takes
 * seconds, and the service migrates it.
 */
async function startNewEngine(options: PGliteOptions, startImage?: Blob | null): Promise<PGlite> {
  const image = startImage === undefined ? await readStartImage() : startImage
  if (image === null) return startEngine(options)
  const engine = await startEngine({ ...options, loadDataDir: image })
  // Date the schema of this installation from now, not from the creation of the image.
  await engine.query('update schema_migrations set applied_at = now()')
  return engine
}

async function lockFolder(dataDir: string, onWait: EmbeddedOptions['onWait']): Promise<{ release(): Promise<void> }> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StartupProblem(
      `The data folder ${dataDir} cannot be created or opened.`,
      'Set PORTICO_DATA_DIR to a folder that this user may write to.',
      { cause: error },
    )
  }
  return lockDataFolder(dataDir, onWait)
}

function embeddedDatabase(engine: PGlite, afterClose: () => Promise<unknown>): Omit<Database, 'engine'> {
  const guard = new OuterHandleGuard()
  async function run<T>(statement: Statement<T>): Promise<T> {
    guard.check()
    const queries = plainQueries(statement)
    const isOne = queries.length <= 1
    return statement.read(
      await translateOutages(() => (isOne ? send(engine, queries) : engine.transaction((tx) => send(tx, queries)))),
    )
  }
  return {
    run,
    batch: (batch) => run(sequence(batch)),
    transaction(work) {
      guard.check()
      return translateOutages(() =>
        engine.transaction((tx) =>
          guard.run(() => {
            const runInside = async <T>(statement: Statement<T>): Promise<T> =>
              statement.read(await send(tx, plainQueries(statement)))
            return work({
              run: runInside,
              batch: (batch) => runInside(sequence(batch)),
              script: async (text) => void (await tx.exec(text)),
            })
          }),
        ),
      )
    },
    async listen(channel, onPayload) {
      await engine.listen(channel, onPayload)
    },
    async close() {
      await engine.close()
      await afterClose()
    },
  }
}

/** Executes the queries in order, up to the first failure. */
async function send(executor: PGlite | EngineTransaction, queries: readonly Query[]): Promise<Rows[]> {
  const results: Rows[] = []
  for (const { text, values, explain } of queries) {
    try {
      const { rows, affectedRows } = await executor.query<object>(text, [...values])
      // The engine reports 0 affected rows for a query that only reads.
      results.push({ rows, count: Math.max(affectedRows ?? 0, rows.length) })
    } catch (error) {
      throw explain(error)
    }
  }
  return results
}

/** Creates a tar archive of the data folder of a migrated database. */
export async function createStartImage(): Promise<Blob> {
  const engine = await startNewEngine({}, null)
  const db: Database = { ...embeddedDatabase(engine, async () => undefined), engine: 'embedded' }
  await migrate(db)
  // Starts a new segment of the write-ahead log and removes the old one, which is half of the compressed image.
  await engine.query('set wal_recycle = off')
  await engine.query('select pg_switch_wal()')
  await engine.query('checkpoint')
  const image = await engine.dumpDataDir('none')
  await db.close()
  return image
}
