import {
  allRows,
  everyRow,
  isAnyTouched,
  noResult,
  statement,
  type Statement,
  unscoped,
} from '../../kernel/statement.ts'
import { HOME } from './cell-tables.ts'

/** The state of the directory that nodes compare before they use what they have read earlier. */
export interface DirectoryState {
  readonly version: number
  /** Nodes ask again for each call. */
  readonly isSwitching: boolean
}

export function readDirectoryState(): Statement<DirectoryState> {
  return unscoped.lookup<DirectoryState>`
    select version, is_switching as "isSwitching" from cell_directory`.map(
    ({ rows }) => rows[0] ?? { version: 0, isSwitching: false },
  )
}

/**
 * Sets whether nodes ask for the state of the directory at each call. The new version makes them drop the cells that
 * they have read and follow the stored addresses.
 */
export function setSwitching(isSwitching: boolean): Statement<void> {
  return unscoped.statement`
    insert into cell_directory (version, is_switching) values (1, ${isSwitching})
    on conflict (is_only_row) do update set version = cell_directory.version + 1, is_switching = ${isSwitching}`.map(
    noResult,
  )
}

/** Returns what is being moved and to where; null if nothing is. */
export function findMove(): Statement<string | null> {
  return unscoped.statement<{ move: string | null }>`select move from cell_directory`.map(
    ({ rows }) => rows[0]?.move ?? null,
  )
}

/** Notes what is being moved. Returns false if another move has not ended. */
export function noteMove(move: string): Statement<boolean> {
  return unscoped.statement`
    insert into cell_directory (version, is_switching, move) values (1, false, ${move})
    on conflict (is_only_row) do update set move = excluded.move
      where cell_directory.move is null or cell_directory.move = excluded.move`.map(isAnyTouched)
}

export function forgetMove(): Statement<void> {
  return unscoped.statement`update cell_directory set move = null`.map(noResult)
}

/** Finds the cell of a project. Null if there is no such project. */
export function findCellOfProject(projectId: string): Statement<string | null> {
  return unscoped.lookup<{ cell: string | null }>`
    select coalesce(
      (select cell from project_cells where project_id = ${projectId}),
      (select ${HOME}::text from projects where id = ${projectId})) as cell`.map(({ rows }) => rows[0]?.cell ?? null)
}

export function insertProjectCell(projectId: string, cell: string, now: Date): Statement<void> {
  return statement`
    insert into project_cells (project_id, cell, created_at) values (${projectId}, ${cell}, ${now})`.map(noResult)
}

/** Records that a project is in this cell from now on, whichever cell it was in. */
export function replaceProjectCell(projectId: string, cell: string, now: Date): Statement<void> {
  return statement`
    insert into project_cells (project_id, cell, created_at) values (${projectId}, ${cell}, ${now})
    on conflict (project_id) do update set cell = excluded.cell, created_at = excluded.created_at`.map(noResult)
}

export function deleteProjectCell(projectId: string): Statement<void> {
  return statement`delete from project_cells where project_id = ${projectId}`.map(noResult)
}

/** Lists the projects that the directory placed in a cell before the given moment, in the order of their ids. */
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

/**
 * Locks the entry of a project that the directory placed in the cell before the given moment. Returns false if there is
 * none.
 */
export function lockPlacedProject(projectId: string, cell: string, placedBefore: Date): Statement<boolean> {
  return statement`
    select 1 from project_cells
    where project_id = ${projectId} and cell = ${cell} and created_at < ${placedBefore} for update`.map(isAnyTouched)
}

/** Lists which of the projects the directory has in the cell. */
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

/** Where a cell is after a move. */
export interface StoredAddress {
  readonly name: string
  /** Sealed under the master secret. */
  readonly urlSealed: string
  readonly schema: string
  /** Where the cell was before (`placeOf`). */
  readonly formerPlaces: readonly string[]
}

/** Lists the addresses of the cells that have moved. */
export function listStoredAddresses(): Statement<StoredAddress[]> {
  return unscoped.lookup<StoredAddress>`
    select name, url_sealed as "urlSealed", schema_name as schema, former_places as "formerPlaces"
    from cells where url_sealed is not null order by name`.map(allRows)
}

export function replaceAddress({ formerPlaces, name, schema, urlSealed }: StoredAddress): Statement<void> {
  return unscoped.statement`
    update cells set url_sealed = ${urlSealed}, schema_name = ${schema}, former_places = ${[...formerPlaces]}
    where name = ${name}`.map(noResult)
}

/** @returns false if the cell has moved since */
export function resealAddress(name: string, before: string, after: string): Statement<boolean> {
  return unscoped.statement`
    update cells set url_sealed = ${after} where name = ${name} and url_sealed = ${before}`.map(isAnyTouched)
}
