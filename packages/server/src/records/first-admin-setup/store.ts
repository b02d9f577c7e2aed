import { column, columns, type RowOf } from '../../kernel/columns.ts'
import { isAnyTouched, noResult, type Statement, unscoped } from '../../kernel/statement.ts'

const setupColumns = columns({
  isOpen: column<boolean>('is_open'),
  opening: column<number>('opening'),
})

/**
 * The state of the first admin's set-up, stored in one row. `opening` counts the closings, so that an old link stays
 * invalid after a reopening.
 */
export type Setup = RowOf<typeof setupColumns>

export function findSetup(): Statement<Setup> {
  return unscoped.statement<Setup>`select ${setupColumns} from first_admin_setup`.map(
    ({ rows }) => rows[0] ?? { isOpen: false, opening: 0 },
  )
}

/**
 * Closes the set-up, unless it is closed or has been reopened since. Of several concurrent callers exactly one gets
 * true.
 */
export function closeSetup(opening: number): Statement<boolean> {
  return unscoped.statement`
    update first_admin_setup set is_open = false, opening = opening + 1 where is_open and opening = ${opening}`.map(
    isAnyTouched,
  )
}

/** Opens the set-up if it is closed. */
export function openSetup(): Statement<void> {
  return unscoped.statement`update first_admin_setup set is_open = true where not is_open`.map(noResult)
}
