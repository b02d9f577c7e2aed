import { allRows, isAnyTouched, lookup, noResult, sequence, statement, type Statement } from '../../kernel/statement.ts'
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
  /** By day (UTC), of all time; days without any are absent. */
  readonly movedByDay: ReadonlyMap<string, number>
  readonly lastMovedAt: Date | null
  /** Imported users whose password is only in the old system. */
  readonly waiting: number
}

/** Counts moves: the stored amounts plus the deltas that the worker has not added yet. */
export function countMoves(projectId: string): Statement<MoveCounts> {
  const amounts = statement<{ day: string; amount: number }>`
    select key as day, sum(amount)::int as amount from (
      select key, amount from figures where project_id = ${projectId} and figure = 'moved_users'
      union all
      select key, amount from figure_deltas where project_id = ${projectId} and figure = 'moved_users'
    ) parts
    group by key order by key`.map((result) => new Map(allRows(result).map(({ amount, day }) => [day, amount])))
  const rest = statement<{ last_moved_at: Date | null; waiting: number }>`
    select
      (select max(moved_at) from old_system_moves where project_id = ${projectId}) as last_moved_at,
      (select count(*)::int from users where project_id = ${projectId} and password_in_old_system) as waiting`.map(
    ({ rows: [row] }) => ({ lastMovedAt: row?.last_moved_at ?? null, waiting: row?.waiting ?? 0 }),
  )
  return sequence({ movedByDay: amounts, rest }).map((results) => ({ movedByDay: results.movedByDay, ...results.rest }))
}
