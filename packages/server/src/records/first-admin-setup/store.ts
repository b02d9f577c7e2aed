import { isAnyTouched, noResult, statement, type Statement } from '../../kernel/statement.ts'

/** Whether the set-up of the first admin is open, and how often it was opened. There is one row. */
export interface Setup {
  readonly isOpen: boolean
  readonly opening: number
}

export function findSetup(): Statement<Setup> {
  return statement<Setup>`select is_open as "isOpen", opening from first_admin_setup`.map(
    ({ rows }) => rows[0] ?? { isOpen: false, opening: 0 },
  )
}

/** Closes the set-up, unless it is closed or was opened again since. Of several callers at once one gets true. */
export function closeSetup(opening: number): Statement<boolean> {
  return statement`
    update first_admin_setup set is_open = false, opening = opening + 1 where is_open and opening = ${opening}`.map(
    isAnyTouched,
  )
}

/** Opens the set-up; one that is open stays as it is. */
export function openSetup(): Statement<void> {
  return statement`update first_admin_setup set is_open = true where not is_open`.map(noResult)
}
