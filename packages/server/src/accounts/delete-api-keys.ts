import type { Executor } from '../kernel/database.ts'
import { deleteKeysOfUsers } from '../records/api-keys/store.ts'

/** The number of keys that one statement deletes. All keys of many users could exceed the time limit of a statement. */
const PIECE_KEYS = 5_000

/** Deletes all API keys of locked users. */
export async function deleteKeysInPieces(tx: Executor, projectId: string, userIds: readonly string[]): Promise<void> {
  while ((await tx.run(deleteKeysOfUsers(projectId, userIds, PIECE_KEYS))) === PIECE_KEYS);
}
