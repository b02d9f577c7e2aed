import { isAnyTouched, lookup, noResult, statement, type Statement } from '../../kernel/statement.ts'
import { sha256 } from '../../platform/crypto/digest.ts'

/** Whether the address has moved from the old system of the project. */
export function hasAddressMoved(projectId: string, email: string): Statement<boolean> {
  return lookup`
    select 1 from old_system_moves where project_id = ${projectId} and address_hash = ${sha256(email)}`.map(
    isAnyTouched,
  )
}

export function insertMove(projectId: string, email: string, movedAt: Date): Statement<void> {
  return statement`
    insert into old_system_moves (project_id, address_hash, moved_at)
    values (${projectId}, ${sha256(email)}, ${movedAt})
    on conflict (project_id, address_hash) do nothing`.map(noResult)
}

export interface MoveCounts {
  readonly moved: number
  readonly lastMovedAt: Date | null
  /** Imported users whose password is only in the old system. */
  readonly waiting: number
}

export function countMoves(projectId: string): Statement<MoveCounts> {
  return statement<{ moved: number; last_moved_at: Date | null; waiting: number }>`
    select
      (select count(*)::int from old_system_moves where project_id = ${projectId}) as moved,
      (select max(moved_at) from old_system_moves where project_id = ${projectId}) as last_moved_at,
      (select count(*)::int from users where project_id = ${projectId} and password_in_old_system) as waiting`.map(
    ({ rows: [row] }) => ({
      moved: row?.moved ?? 0,
      lastMovedAt: row?.last_moved_at ?? null,
      waiting: row?.waiting ?? 0,
    }),
  )
}
