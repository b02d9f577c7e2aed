import type { Database } from '../../kernel/database.ts'
import { StartupProblem } from '../../kernel/startup-problem.ts'
import { StoreUnavailable } from '../../kernel/store-unavailable.ts'
import { currentAddress } from '../../platform/cells/cell-address.ts'
import type { CellSettings } from '../../platform/cells/cell-settings.ts'
import { requireSchema } from '../../platform/cells/open-cells.ts'
import { listStoredAddresses, type StoredAddress } from '../../platform/cells/store.ts'
import { MasterSecret, UnknownSecret } from '../../platform/crypto/master-secret.ts'
import { causeOf, isPermissionDenied } from '../../platform/db/database-errors.ts'
import { findSchemaVersion, ownSchemaVersion } from '../../platform/db/migrate.ts'
import { openPostgres } from '../../platform/db/postgres.ts'
import type { SubjectWithDatabase } from './check.ts'

/**
 * Returns the current address of a cell, or the one in the settings if the secret cannot open it. Another check reports
 * the secret.
 */
export function tryToFollow(cell: CellSettings, stored: readonly StoredAddress[], secret: MasterSecret): CellSettings {
  try {
    return currentAddress(cell, stored, secret)
  } catch (error) {
    if (error instanceof UnknownSecret) return cell
    throw error
  }
}

/** Whether the schema of the database is older than this version. Another check reports it. */
export async function hasOlderSchema(db: Database): Promise<boolean> {
  return ((await findSchemaVersion(db)) ?? 0) < ownSchemaVersion()
}

/**
 * Reads the other cells where they are now. Leaves out those that cannot be used, which the check of the cells reports.
 */
export async function readCells<T>(
  { db: home, settings: { cells, secrets } }: SubjectWithDatabase,
  read: (db: Database, name: string) => Promise<T>,
): Promise<T[]> {
  if (cells.length === 0 || (await hasOlderSchema(home))) return []
  const stored = await home.run(listStoredAddresses())
  const secret = new MasterSecret(secrets)
  const ofCells = await Promise.all(cells.map((cell) => readCell(tryToFollow(cell, stored, secret), read)))
  return ofCells.flat()
}

async function readCell<T>(cell: CellSettings, read: (db: Database, name: string) => Promise<T>): Promise<[] | [T]> {
  const db = await openPostgres(cell.url, 1, undefined, { searchPath: [cell.schema] })
  try {
    await requireSchema(db, cell)
    return (await hasOlderSchema(db)) ? [] : [await read(db, cell.name)]
  } catch (error) {
    const isReported = error instanceof StoreUnavailable || error instanceof StartupProblem
    if (isReported || isPermissionDenied(causeOf(error))) return []
    throw error
  } finally {
    await db.close()
  }
}
