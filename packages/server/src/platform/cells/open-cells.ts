import type { Database } from '../../kernel/database.ts'
import { StartupProblem } from '../../kernel/startup-problem.ts'
import { StoreUnavailable } from '../../kernel/store-unavailable.ts'
import { firstRow, statement, unscoped } from '../../kernel/statement.ts'
import { migrate, requireMigrated } from '../db/migrate.ts'
import { openPostgres } from '../db/postgres.ts'
import { checkedDatabase } from './cell-database.ts'
import { currentAddress, type AddressSecret } from './cell-address.ts'
import { poolOfEachCell, type CellSettings } from './cell-settings.ts'
import { relocatableDatabase, type RelocatableDatabase } from './relocatable-database.ts'
import type { Cell } from './routed-database.ts'
import type { StoredAddress } from './store.ts'

interface OpenOptions {
  /** The connections of the whole service, which its cells share. */
  readonly databasePool: number
  /** The version of the service; absent for a command. */
  readonly nodeVersion?: string | null
  /** Whether this process may change the schema. */
  readonly migrates: boolean
  /** The addresses of the cells that have moved, from the home cell. */
  readonly stored: readonly StoredAddress[]
  /** Opens the stored addresses. */
  readonly secret: AddressSecret
  /** Checks that the master secret opens what is stored in the cell. */
  readonly checkSecret: (db: Database) => Promise<void>
  /** Called for a cell that is not available. Absent: the start fails. */
  readonly onUnavailable?: (name: string, error: unknown) => void
}

/**
 * Opens the other cells. A cell that is down does not stop the others: it is checked again when it is used.
 *
 * @throws StartupProblem for a cell that this node must not use
 */
export async function openCells(cells: readonly CellSettings[], options: OpenOptions): Promise<Cell[]> {
  const opened: {
    readonly name: string
    readonly db: RelocatableDatabase
    readonly follow: Required<Cell>['follow']
  }[] = []
  const { onUnavailable, secret, stored } = options
  const open = (cell: CellSettings): ReturnType<typeof openCell> =>
    openCell(cell, poolOfEachCell({ cells, ...options }), options)
  try {
    for (const cell of cells) {
      const { name } = cell
      let address = currentAddress(cell, stored, secret)
      const first = await open(address)
      const db = relocatableDatabase(first)
      const follow = async (now: readonly StoredAddress[]): Promise<void> => {
        const next = currentAddress(cell, now, secret)
        if (next.url === address.url && next.schema === address.schema) return
        address = next
        await db.relocate(await open(next))
      }
      opened.push({ name, db, follow })
      await first.ready().catch((error: unknown) => {
        if (!onUnavailable || !(error instanceof StoreUnavailable)) throw problemOf(name, error)
        onUnavailable(name, error)
      })
    }
    return opened
  } catch (error) {
    await Promise.all(opened.map(({ db }) => db.close()))
    throw error
  }
}

async function openCell(
  cell: CellSettings,
  pool: number,
  { checkSecret, migrates, nodeVersion = null }: Pick<OpenOptions, 'checkSecret' | 'migrates' | 'nodeVersion'>,
): Promise<ReturnType<typeof checkedDatabase>> {
  const { schema, url } = cell
  const inner = await openPostgres(url, pool, undefined, { nodeVersion, searchPath: [schema] })
  return checkedDatabase(inner, async () => {
    await requireSchema(inner, cell)
    await requireMigrated(inner).catch((error: unknown) => {
      if (migrates) return migrateCell(cell)
      throw error
    })
    await checkSecret(inner)
  })
}

/**
 * Creates the schema of a cell, and the extensions that the cells of a database share.
 *
 * @throws StartupProblem
 */
export async function createSchema(cell: CellSettings): Promise<void> {
  const { name, schema, url } = cell
  const db = await openPostgres(url, 1)
  try {
    await db.transaction(async (tx) => {
      await tx.script('create extension if not exists pg_trgm; create extension if not exists btree_gin')
      await tx.script(`create schema if not exists ${schema}`)
      const tables = await tx.run(
        unscoped.statement<{ count: number; isOurs: boolean }>`
          select count(*)::integer as count, coalesce(bool_or(table_name = 'schema_migrations'), false) as "isOurs"
          from information_schema.tables where table_schema = ${schema}`.map(firstRow),
      )
      if (!tables || tables.count === 0 || tables.isOurs) return
      throw new StartupProblem(
        `The schema ${schema} has tables of another program.`,
        `Set another schema for the cell "${name}".`,
      )
    })
  } catch (error) {
    throw problemOf(name, error)
  } finally {
    await db.close()
  }
}

/**
 * Migrates the schema of a cell, which may be new. Index operators are looked up in the schema of the extensions, which
 * cells share.
 */
export async function migrateCell({ schema, url }: CellSettings): Promise<void> {
  // A migration that builds an index holds a second connection.
  const db = await openPostgres(url, 2, undefined, { searchPath: [schema, await readExtensionSchema(url)] })
  try {
    await migrate(db)
  } finally {
    await db.close()
  }
}

async function readExtensionSchema(url: string): Promise<string> {
  const db = await openPostgres(url, 1)
  try {
    const found = await db.run(
      unscoped.statement<{ name: string }>`
        select quote_ident(n.nspname) as name from pg_extension e join pg_namespace n on n.oid = e.extnamespace
        where e.extname = 'pg_trgm'`.map(firstRow),
    )
    return found?.name ?? 'public'
  } finally {
    await db.close()
  }
}

/**
 * Checks the schema of the connection. A pooler can drop the setting that names it, and statements would run in another
 * schema.
 *
 * @throws StartupProblem, StoreUnavailable
 */
export async function requireSchema(db: Database, { name, schema }: CellSettings): Promise<void> {
  const found = await db.run(
    statement<{ schema: string | null }>`select current_schema()::text as schema`.map(firstRow),
  )
  if (found?.schema === schema) return
  throw new StartupProblem(
    `The cell "${name}" has no schema ${schema}, or the connection pooler in front of it drops the setting search_path.`,
    `Run \`portico-server cells add ${name}\` for a new cell. Let a pooler connect as a role with: alter role … set search_path = ${schema}.`,
  )
}

/** Explains why a cell cannot be used. Returns any other error unchanged. */
export function problemOf(name: string, error: unknown): unknown {
  if (error instanceof StartupProblem) {
    return new StartupProblem(`The cell "${name}" cannot be used. ${error.message}`, error.nextStep, { cause: error })
  }
  if (!(error instanceof StoreUnavailable)) return error
  const { cause } = error
  return new StartupProblem(
    `The cell "${name}" does not answer: ${cause instanceof Error ? cause.message : error.message}.`,
    'Check its url in PORTICO_CELLS and that PostgreSQL is running.',
    { cause: error },
  )
}
