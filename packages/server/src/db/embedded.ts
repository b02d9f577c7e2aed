import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import path from 'node:path'

import { PGlite, types, type PGliteOptions, type Transaction as EngineTransaction } from '@electric-sql/pglite'

import { StartupProblem } from '../startup-problem.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { withFirstFailure } from './first-failure.ts'
import { OuterHandleGuard } from './outer-handle-guard.ts'
import { bind, collect, type BoundStatement, type Database, type Row, type Rows, type Sql } from './sql.ts'

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
  /** A prepared data folder (gzipped tar) that a new database starts from, so that it need not be created from nothing. */
  image?: Blob
}

/**
 * Opens PostgreSQL inside this process (PGlite). One connection: statements queue behind each other.
 *
 * What was acknowledged survives the end of the process at any moment, but not a power failure: the engine does not
 * flush to the disk. Production mode therefore refuses it.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Database> {
  const folder = options.dataDir === null ? null : path.join(options.dataDir, 'postgres')
  const lock = options.dataDir === null ? null : await lockFolder(options.dataDir)
  let engine: PGlite
  try {
    const isNew = folder === null || !existsSync(path.join(folder, 'PG_VERSION'))
    engine = await startEngine({
      ...(folder !== null && { dataDir: folder }),
      ...(options.image && isNew && { loadDataDir: options.image }),
    })
  } catch (error) {
    await lock?.release()
    if (folder === null) throw error
    throw new StartupProblem(
      `The embedded database in ${folder} cannot be opened; its files are damaged, or of another version of it.`,
      'Put the folder back from a backup, or move it away to begin with an empty one.',
      { cause: error },
    )
  }
  return { ...embeddedDatabase(engine, async () => lock?.release()), engine: 'embedded' }
}

async function lockFolder(dataDir: string): Promise<{ release(): Promise<void> }> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StartupProblem(
      `The data folder ${dataDir} cannot be made or entered.`,
      'Give a folder this user may write to with PORTICO_DATA_DIR.',
      { cause: error },
    )
  }
  return lockDataFolder(dataDir)
}

function embeddedDatabase(engine: PGlite, afterClose: () => Promise<unknown>): Omit<Database, 'engine'> {
  const guard = new OuterHandleGuard()
  const sql: Sql['sql'] = (strings, ...values) => {
    guard.check()
    return run(engine, bind(strings, values))
  }
  return {
    sql,
    lookup: sql,
    transaction(work) {
      guard.check()
      return engine.transaction((tx) =>
        guard.run(() =>
          withFirstFailure(
            {
              sql: (strings, ...values) => run(tx, bind(strings, values)),
              script: async (text) => void (await tx.exec(text)),
            },
            work,
          ),
        ),
      )
    },
    together(work) {
      guard.check()
      return collect(work, (statements) =>
        engine.transaction(async (tx) => {
          const answers: Rows<Row>[] = []
          for (const statement of statements) answers.push(await run(tx, statement))
          return answers
        }),
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

async function run<R extends Row>(
  executor: PGlite | EngineTransaction,
  { text, values }: BoundStatement,
): Promise<Rows<R>> {
  const result = await executor.query<R>(text, [...values])
  return { rows: result.rows, count: result.affectedRows ?? result.rows.length }
}

/** The data folder of an in-memory database as an image other databases can start from. */
export async function createEmbeddedImage(prepare: (db: Database) => Promise<void>): Promise<Blob> {
  const engine = await startEngine()
  const db: Database = { ...embeddedDatabase(engine, async () => undefined), engine: 'embedded' }
  await prepare(db)
  const image = await engine.dumpDataDir('none')
  await db.close()
  return image
}

/** Version of the engine. An image of one version may be nothing that another can open. */
export async function embeddedEngineVersion(): Promise<string> {
  const file = findPackageJSON('@electric-sql/pglite', import.meta.url)
  if (file === undefined) throw new Error('The package of the embedded engine has no package.json.')
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string }
  return version
}
