import { listSubscribers } from '../delivery/subscribers/subscribers.ts'
import type { Database } from '../kernel/database.ts'
import { emittingDatabase } from '../platform/db/emitting-database.ts'

/** The database of a command, whose events have entries in the audit log. */
export function withSubscribers(db: Database): Database {
  return emittingDatabase(db, listSubscribers(null))
}
