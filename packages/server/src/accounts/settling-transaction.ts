import type { ProjectDatabase, ProjectTransaction } from '../kernel/database.ts'
import { SettlingLostRace } from '../records/contact-channels/sign-in-address-taken.ts'

/** Maximum number of attempts when other users take addresses for sign-in at the same moment. */
const ROUNDS_MAX = 5

/**
 * Runs a transaction that settles the addresses of a user, again if another user took one of them at the same moment.
 */
export async function settlingTransaction<T>(
  db: ProjectDatabase,
  work: (tx: ProjectTransaction) => Promise<T>,
): Promise<T> {
  for (let round = 1; ; round += 1) {
    try {
      return await db.transaction(work)
    } catch (error) {
      if (!(error instanceof SettlingLostRace) || round === ROUNDS_MAX) throw error
    }
  }
}
