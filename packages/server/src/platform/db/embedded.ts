import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import {
  PGlite,
  type PGliteInterface,
  type PGliteOptions,
  type Transaction as EngineTransaction,
} from '@electric-sql/pglite'

import { StartupProblem } from '../../kernel/startup-problem.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { ConnectionFailed, isServerError, translateOutages } from './database-errors.ts'
import { EmbeddedBatches, type EmbeddedSender } from './embedded-batch.ts'
import { offerCopies, requestCopy, requestNote } from './folder-copies.ts'
import { migrate } from './migrate.ts'
import { OuterHandleGuard } from './outer-handle-guard.ts'
import { retryConflicts } from './retry.ts'
import { readStartImage } from './start-image.ts'
import type { Database } from '../../kernel/database.ts'
import { sequence, type Rows, type Statement } from '../../kernel/statement.ts'
import { plainQueries } from './plain-queries.ts'

/**
 * The engine's page cache. The default is ten times as large, and the engine clears it at each start, which takes 0.1 s
 * and 130 MB. The operating system caches the files as well.
 */
const SHARED_BUFFERS = '16MB'

class Engine extends PGlite {
  #lastTurn: Promise<unknown> = Promise.resolve()

  /** Does the work while no transaction is open. */
  async outsideOfTransactions<T>(work: () => Promise<T>): Promise<T> {
    return this.#inTurn(() => {
      if (this.closed) throw new ConnectionFailed('The embedded database is closed.')
      return work()
    })
  }

  /** Runs the work in a transaction. An error of the engine itself, such as a full disk, is an outage. */
  async inTransaction<T>(work: (tx: EngineTransaction) => Promise<T>): Promise<T> {
    let ownError: unknown
    const noted = (tx: EngineTransaction): Promise<T> =>
      work(tx).catch((error: unknown) => {
        ownError = error
        throw error
      })
    try {
      return await this.outsideOfTransactions(() => this.transaction(noted))
    } catch (error) {
      if (error === ownError || isServerError(error)) throw error
      throw new ConnectionFailed('The embedded database failed.', { cause: error })
    }
  }

  override close(): Promise<void> {
    return this.#inTurn(() => super.close())
  }

  /**
   * Waits for earlier work. The engine's own queue does not contain batches, which are sent as messages
   * (`execProtocolStream`).
   */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lastTurn.then(work)
    this.#lastTurn = turn.catch(() => {})
    return turn
  }
}

async function startEngine(options: PGliteOptions = {}): Promise<Engine> {
  const engine = new Engine({
    ...options,
    extensions: { btree_gin, pg_trgm },
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
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
  /** Notes in the audit log that another program has made a backup of the folder. */
  noteBackup?: NoteBackup
  /** Default: as batches of messages. */
  createSender?: CreateSender
}

type CreateSender = (engine: PGliteInterface) => EmbeddedSender

export type NoteBackup = (db: Database) => Promise<void>

/**
 * Opens PostgreSQL inside this process (PGlite). There is one connection, so statements queue.
 *
 * Committed data survives the end of the process at any time, but not a power failure, because the engine does not
 * flush to the disk. Production mode therefore refuses it.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Database> {
  const { createSender, dataDir, noteBackup, onWait, startImage } = options
  if (dataDir === null) {
    const engine = await startNewEngine({}, startImage)
    return { ...embeddedDatabase(engine, async () => undefined, createSender), engine: 'embedded' }
  }
  const lock = await lockFolder(dataDir, onWait)
  let engine: Engine | undefined
  try {
    const started = await startInFolder(dataDir, startImage)
    engine = started
    const afterClose = async (): Promise<void> => {
      await copies.close()
      await lock.release()
    }
    const db: Database = { ...embeddedDatabase(started, afterClose, createSender), engine: 'embedded' }
    const copies = await offerCopies(dataDir, {
      copy: () => copyFiles(started),
      noteBackup: noteBackup === undefined ? null : () => noteBackup(db),
    })
    return db
  } catch (error) {
    await engine?.close()
    await lock.release()
    throw error
  }
}

/**
 * Creates a tar archive of the data folder. The engine does nothing else while the files are read, so it has every
 * commit.
 */
async function copyFiles(engine: Engine): Promise<Blob> {
  return engine.outsideOfTransactions(async () => {
    // Otherwise the copy starts with the recovery of everything since the last checkpoint.
    await engine.exec('checkpoint')
    return engine.dumpDataDir('none')
  })
}

/** A copy of the embedded database in a folder. */
export interface EmbeddedCopy {
  /** A tar archive, which must be opened to know that it is complete. */
  readonly files: Blob
  /** Notes in the audit log of the folder that the copy has become a backup. */
  readonly noteBackup: () => Promise<void>
}

/**
 * Copies the embedded database of the folder while the service uses it, or while no process does.
 *
 * @param noteBackup writes the entry if no process has the folder
 * @throws StartupProblem
 */
export async function withEmbeddedCopy<T>(
  dataDir: string,
  noteBackup: NoteBackup,
  use: (copy: EmbeddedCopy) => Promise<T>,
): Promise<T> {
  const files = await requestCopy(dataDir)
  if (files !== null) return use({ files, noteBackup: () => requestNote(dataDir) })
  const lock = await lockFolder(dataDir)
  try {
    const engine = await startInFolder(dataDir)
    const db: Database = { ...embeddedDatabase(engine, async () => undefined), engine: 'embedded' }
    try {
      return await use({ files: await copyFiles(engine), noteBackup: () => noteBackup(db) })
    } finally {
      await db.close()
    }
  } finally {
    await lock.release()
  }
}

/**
 * Creates the database of a folder from a copy.
 *
 * @param accept checks and completes the database; if it throws, the folder has no database
 * @throws StartupProblem if the folder has a database, or the copy cannot be opened
 */
export async function createEmbeddedFrom(
  dataDir: string,
  copy: Blob,
  accept: (db: Database) => Promise<void>,
): Promise<void> {
  const lock = await lockFolder(dataDir)
  const { folder, marker } = placesIn(dataDir)
  try {
    if (hasDatabase(dataDir)) {
      throw new StartupProblem(
        `The data folder ${dataDir} has a database.`,
        'Set PORTICO_DATA_DIR to an empty folder, or move the folder away. Nothing was restored.',
      )
    }
    await writeFile(marker, '')
    await rm(folder, { recursive: true, force: true })
    try {
      const engine = await startFromCopy({ dataDir: folder, loadDataDir: copy })
      const db: Database = { ...embeddedDatabase(engine, async () => undefined), engine: 'embedded' }
      try {
        await accept(db)
      } finally {
        await db.close()
      }
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    } finally {
      // Without the files, the next start creates an empty database.
      await rm(marker)
    }
  } finally {
    await lock.release()
  }
}

/** Opens a copy in memory, to check that it is complete. */
export async function openCopy(copy: Blob): Promise<Database> {
  const engine = await startFromCopy({ loadDataDir: copy })
  return { ...embeddedDatabase(engine, async () => undefined), engine: 'embedded' }
}

/** Opens a copy of the database in memory, if a process has the folder. */
export async function openRunningEmbedded(dataDir: string, maxMillis: number): Promise<Database | null> {
  const copy = await requestCopy(dataDir, maxMillis)
  return copy && openCopy(copy)
}

function startFromCopy(options: PGliteOptions): Promise<Engine> {
  return startEngine(options).catch((error: unknown) => {
    throw new StartupProblem(
      'The copy of the embedded database cannot be opened. It is damaged or belongs to another engine version.',
      'Use another copy, or the version of Portico that wrote it.',
      { cause: error },
    )
  })
}

/** Whether the folder has a complete database. */
function hasDatabase(dataDir: string): boolean {
  const { folder, marker } = placesIn(dataDir)
  return existsSync(path.join(folder, 'PG_VERSION')) && !existsSync(marker)
}

/**
 * The marker exists while the files of a new database are written. If it exists at the start, the previous one was
 * interrupted.
 */
function placesIn(dataDir: string): { folder: string; marker: string } {
  return { folder: path.join(dataDir, 'postgres'), marker: path.join(dataDir, 'postgres.incomplete') }
}

/** @throws StartupProblem if the files are not a valid database */
async function startInFolder(dataDir: string, startImage?: Blob | null): Promise<Engine> {
  const { folder, marker } = placesIn(dataDir)
  if (existsSync(marker)) await rm(folder, { recursive: true, force: true })
  if (!hasDatabase(dataDir)) {
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
async function startNewEngine(options: PGliteOptions, startImage?: Blob | null): Promise<Engine> {
  const image = startImage === undefined ? await readStartImage() : startImage
  if (image === null) return startEngine(options)
  const engine = await startEngine({ ...options, loadDataDir: image })
  // Date the schema of this installation from now, not from the creation of the image.
  await engine.query('update schema_migrations set applied_at = now()')
  return engine
}

async function lockFolder(dataDir: string, onWait?: EmbeddedOptions['onWait']): Promise<{ release(): Promise<void> }> {
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

function embeddedDatabase(
  engine: Engine,
  afterClose: () => Promise<unknown>,
  createSender: CreateSender = (own) => new EmbeddedBatches(own),
): Omit<Database, 'engine'> {
  const guard = new OuterHandleGuard()
  const sender = createSender(engine)
  async function run<T>(statement: Statement<T>): Promise<T> {
    guard.check()
    const queries = plainQueries(statement)
    const send = (): Promise<Rows[]> => engine.outsideOfTransactions(() => sender.send(queries))
    return statement.read(queries.length === 0 ? [] : await translateOutages(() => retryConflicts(send)))
  }
  return {
    run,
    batch: (batch) => run(sequence(batch)),
    transaction(work) {
      guard.check()
      const inside = (tx: EngineTransaction): ReturnType<typeof work> =>
        guard.run(() => {
          const runInside = async <T>(statement: Statement<T>): Promise<T> => {
            // The statement would join the transaction of another caller.
            if (tx.closed) throw new Error('The transaction has ended.')
            return statement.read(await sender.sendIn(tx, plainQueries(statement)))
          }
          return work({
            run: runInside,
            batch: (batch) => runInside(sequence(batch)),
            script: async (text) => void (await tx.exec(text)),
            scriptOutside: async (text) => void (await tx.exec(text.replace(' concurrently ', ' '))),
          })
        })
      return translateOutages(() => retryConflicts(() => engine.inTransaction(inside)))
    },
    poolUse: () => null,
    async listen(channel, onPayload) {
      await engine.outsideOfTransactions(() => engine.listen(channel, onPayload))
      // The engine calls its listeners before it answers the statement that notifies.
      return { completeUntil: () => performance.now() }
    },
    async close() {
      await engine.close()
      await afterClose()
    },
  }
}

/** Creates a tar archive of a migrated database's data folder. */
export async function createStartImage(): Promise<Blob> {
  const engine = await startNewEngine({}, null)
  const db: Database = { ...embeddedDatabase(engine, async () => undefined), engine: 'embedded' }
  await migrate(db)
  // No connection uses these copies of the system catalog, which are half of the files.
  for (const name of ['template0', 'template1']) {
    await engine.query(`alter database ${name} is_template false`)
    await engine.query(`drop database ${name}`)
  }
  // Starts a new segment of the write-ahead log and removes the old one, which is half of the compressed image.
  await engine.query('set wal_recycle = off')
  await engine.query('select pg_switch_wal()')
  await engine.query('checkpoint')
  const image = await engine.dumpDataDir('none')
  await db.close()
  return image
}
