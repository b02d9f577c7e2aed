import type { Call } from '../../kernel/call.ts'
import type { ProjectTransaction } from '../../kernel/database.ts'
import { preferIndexScans } from '../../platform/db/sweep.ts'
import type { Position } from '../../platform/lists/list-key.ts'
import { readPiece } from '../../platform/lists/read-list.ts'
import { keepSelectedUsers, usersOf } from '../../records/queries/users/user-list.ts'
import { listOf, type WantedUserFilters } from './wanted-users.ts'

/** The users that one statement examines for a job. */
const EXAMINED_USERS = 2_000

/** Users without their fields. */
export interface SelectedUsers {
  readonly users: readonly { readonly id: string; readonly position: Position }[]
  /** Where the next ones begin; null at the end. There can be more even if there are no `users`. */
  readonly next: Position | null
}

/**
 * Selects users for a job, in the order of their sign-up, oldest first, by one or two statements.
 *
 * @throws SearchTooSlow
 */
export async function selectUsers(
  { db, now }: Pick<Call, 'db' | 'now'>,
  wanted: WantedUserFilters,
  { start, limit }: { readonly start: Position | null; readonly limit: number },
): Promise<SelectedUsers> {
  // The positions are enough, so no fields are read.
  const window = { start, limit, maxBytes: 0 }
  const { found, next } = await readPiece(db, usersOf(listOf(db, wanted, now())), window, EXAMINED_USERS)
  const users = found.slice(0, limit).map(({ position }) => ({ id: String(position[1]), position }))
  return { users, next: found[limit]?.position ?? next }
}

/** Keeps the users that match the filters. Use it for users that the transaction has locked after `selectUsers`. */
export async function keepMatchingUsers(
  tx: ProjectTransaction,
  wanted: WantedUserFilters,
  userIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const { kept } = await tx.batch({
    planning: preferIndexScans,
    kept: keepSelectedUsers(listOf(tx, wanted, now), userIds),
  })
  return kept
}
