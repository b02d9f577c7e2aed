import { column, columns, type RowOf } from '../../kernel/columns.ts'
import {
  allRows,
  firstRow,
  isAnyTouched,
  noResult,
  statement,
  type Statement,
  unscoped,
} from '../../kernel/statement.ts'

/**
 * Columns of `users` for the announced removal of the second factor. Both are null if no removal is announced. This
 * record owns them.
 */
const resetColumns = columns({
  startedAt: column<Date>('factor_reset_started_at'),
  takesEffectAt: column<Date>('factor_reset_at'),
})

export type FactorReset = RowOf<typeof resetColumns>

/** Announces the removal, unless one is announced. */
export function writeFactorReset(
  projectId: string,
  userId: string,
  { startedAt, takesEffectAt }: FactorReset,
): Statement<void> {
  return statement`
    update users set factor_reset_started_at = ${startedAt}, factor_reset_at = ${takesEffectAt}
    where project_id = ${projectId} and id = ${userId} and factor_reset_at is null`.map(noResult)
}

/** Finds the announced removal of a user. */
export function findFactorReset(projectId: string, userId: string): Statement<FactorReset | null> {
  return statement<FactorReset>`
    select ${resetColumns} from users
    where project_id = ${projectId} and id = ${userId} and factor_reset_at is not null`.map(firstRow)
}

/**
 * Ends the announcement without its effect.
 *
 * @returns whether there was one
 */
export function endFactorReset(projectId: string, userId: string): Statement<boolean> {
  return statement`
    update users set factor_reset_started_at = null, factor_reset_at = null
    where project_id = ${projectId} and id = ${userId} and factor_reset_at is not null`.map(isAnyTouched)
}

/**
 * Ends an announcement whose time has come. Its transaction removes the factor.
 *
 * @returns false if it was cancelled, or done by another node
 */
export function claimDueFactorReset(projectId: string, userId: string, now: Date): Statement<boolean> {
  return statement`
    update users set factor_reset_started_at = null, factor_reset_at = null
    where project_id = ${projectId} and id = ${userId} and factor_reset_at <= ${now}`.map(isAnyTouched)
}

/** A user whose second factor has to be removed. */
export interface DueFactorReset {
  readonly projectId: string
  readonly userId: string
  readonly takesEffectAt: Date
}

/** Lists the next due removals of all projects, oldest first. */
export function listDueFactorResets(
  now: Date,
  after: DueFactorReset | null,
  limit: number,
): Statement<DueFactorReset[]> {
  return unscoped.statement<DueFactorReset>`
    select project_id as "projectId", id as "userId", factor_reset_at as "takesEffectAt" from users
    where factor_reset_at <= ${now} and (factor_reset_at, project_id, id) > (
      coalesce(${after?.takesEffectAt ?? null}::timestamptz, '-infinity'), ${after?.projectId ?? ''},
      coalesce(${after?.userId ?? null}::uuid, '00000000-0000-0000-0000-000000000000'))
    order by factor_reset_at, project_id, id limit ${limit}`.map(allRows)
}
