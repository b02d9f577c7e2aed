import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

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
 * The engine's cache of pages. Its own default is ten times as much, which it clears at each start: a tenth of a second
 * and 130 MB. Behind it is the cache of the operating system.
 */
const SHARED_BUFFERS = '16MB'

const TEXT_ARRAY_OID = 1009
const INT_ARRAY_OID = 1007

/**
 * The engine without its first question, which asks the catalogue for the array types of every type there is and takes
 * a tenth of the start. The few that our statements use are told to it instead.
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
   * The migrated data folder (tar) that a new database starts from; null: the engine creates an empty database. By
   * default the image that comes with this version.
   */
  startImage?: Blob | null
  /** Called with a sentence for people if the start waits for another process to end. */
  onWait?: (sentence: string) => void
}

/**
 * Opens PostgreSQL inside this process (PGlite). One connection: statements queue behind each other.
 *
 * What was acknowledged survives the end of the process at any moment, but not a power failure: the engine does not
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

/** @throws StartupProblem if there are files that are no database */
async function startInFolder(dataDir: string, startImage?: Blob | null): Promise<PGlite> {
  const folder = path.join(dataDir, 'postgres')
  // Exists while the files of a new database are written. If it is there at the start, that start was interrupted.
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
      `The embedded database in ${folder} cannot be opened; its files are damaged, or of another version of it.`,
      'Put the folder back from a backup, or move it away to begin with an empty one.',
      { cause: error },
    )
  })
}

/** Without an image that fits, the engine creates an empty database, which takes seconds, and the service migrates it. */
async function startNewEngine(options: PGliteOptions, startImage?: Blob | null): Promise<PGlite> {
  const image = startImage === undefined ? await readStartImage() : startImage
  if (image === null) return startEngine(options)
  const engine = await startEngine({ ...options, loadDataDir: image })
  // The schema of this installation dates from now, not from the day the image was made.
  await engine.query('update schema_migrations set applied_at = now()')
  return engine
}

async function lockFolder(dataDir: string, onWait: EmbeddedOptions['onWait']): Promise<{ release(): Promise<void> }> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StartupProblem(
      `The data folder ${dataDir} cannot be made or entered.`,
      'Give a folder this user may write to with PORTICO_DATA_DIR.',
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

/** Executes the queries one after the other; the first failure ends them. */
async function send(executor: PGlite | EngineTransaction, queries: readonly Query[]): Promise<Rows[]> {
  const results: Rows[] = []
  for (const { text, values, explain } of queries) {
    try {
      const { rows, affectedRows } = await executor.query<object>(text, [...values])
      results.push({ rows, count: affectedRows ?? rows.length })
    } catch (error) {
      throw explain(error)
    }
  }
  return results
}

/** Makes the data folder of a migrated database as a tar archive. */
export async function createStartImage(): Promise<Blob> {
  const engine = await startNewEngine({}, null)
  const db: Database = { ...embeddedDatabase(engine, async () => undefined), engine: 'embedded' }
  await migrate(db)
  // Starts a new segment of the write-ahead log and removes the old one, which is half of the packed image.
  await engine.query('set wal_recycle = off')
  await engine.query('select pg_switch_wal()')
  await engine.query('checkpoint')
  const image = await engine.dumpDataDir('none')
  await db.close()
  return image
}
