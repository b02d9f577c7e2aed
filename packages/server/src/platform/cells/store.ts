import {
  allRows,
  everyRow,
  firstOrNull,
  isAnyTouched,
  noResult,
  statement,
  type Statement,
  unscoped,
} from '../../kernel/statement.ts'
import { HOME } from './cell-tables.ts'

/** Finds the cell of a project. Null if there is no such project. */
export function findCellOfProject(projectId: string): Statement<string | null> {
  return unscoped.lookup<{ cell: string }>`
    select cell from project_cells where project_id = ${projectId}
    union all select ${HOME}::text from projects where id = ${projectId}`.map(firstOrNull(({ cell }) => cell))
}

export function insertProjectCell(projectId: string, cell: string, now: Date): Statement<void> {
  return statement`
    insert into project_cells (project_id, cell, created_at) values (${projectId}, ${cell}, ${now})`.map(noResult)
}

export function deleteProjectCell(projectId: string): Statement<void> {
  return statement`delete from project_cells where project_id = ${projectId}`.map(noResult)
}

/** Lists projects in the order of their ids that a cell should have since before the given moment. */
export function listPlacedProjects(
  cell: string,
  placedBefore: Date,
  after: string,
  limit: number,
): Statement<string[]> {
  return unscoped.statement<{ id: string }>`
    select project_id as id from project_cells
    where cell = ${cell} and project_id > ${after} and created_at < ${placedBefore}
    order by project_id limit ${limit}`.map(everyRow(({ id }) => id))
}

/** Lists those of the projects that the directory has in the cell. */
export function listPlacedAmong(cell: string, projectIds: readonly string[]): Statement<string[]> {
  return unscoped.statement<{ id: string }>`
    select placed.project_id as id from unnest(${projectIds}::text[]) wanted (id), lateral (
      select project_id from project_cells where project_id = wanted.id and cell = ${cell} offset 0
    ) placed`.map(everyRow(({ id }) => id))
}

/** A cell that the operator has added. */
export interface AddedCell {
  readonly name: string
  /** New projects may be created in it. */
  readonly isOpen: boolean
  readonly projects: number
}

/** Lists the home cell and the cells that were added, in the order of their names. */
export function listAddedCells(): Statement<AddedCell[]> {
  return unscoped.statement<AddedCell>`
    select c.name, c.is_open as "isOpen",
      case when c.name = ${HOME} then (select count(*)::integer from projects)
        else (select count(*)::integer from project_cells p where p.cell = c.name) end as projects
    from cells c order by c.name`.map(allRows)
}

export function insertCell(name: string, isOpen: boolean, now: Date): Statement<void> {
  return unscoped.statement`
    insert into cells (name, is_open, added_at) values (${name}, ${isOpen}, ${now}) on conflict do nothing`.map(
    noResult,
  )
}

/** @returns false if there is no such cell */
export function openCell(name: string, isOpen: boolean): Statement<boolean> {
  return unscoped.statement`update cells set is_open = ${isOpen} where name = ${name}`.map(isAnyTouched)
}
