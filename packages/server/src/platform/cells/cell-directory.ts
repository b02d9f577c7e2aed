import type { Database } from '../../kernel/database.ts'
import { HOME } from './cell-tables.ts'
import { findCellOfProject } from './store.ts'

/** The service asks for ids that callers send, so their number is bounded. */
const ENTRIES_MAX = 100_000

/** Which cell has which project. The rows are in the home cell; each node keeps what it has read, because a project stays. */
export class CellDirectory {
  readonly #home: Database
  readonly #cells = new Map<string, string>([['internal', HOME]])

  constructor(home: Database) {
    this.#home = home
  }

  /** A promise only if the directory is read. */
  find(projectId: string): string | Promise<string> {
    return this.#cells.get(projectId) ?? this.#read(projectId)
  }

  assign(projectId: string, cell: string): void {
    this.#cells.set(projectId, cell)
    if (this.#cells.size <= ENTRIES_MAX) return
    // The first entry belongs to "internal", which stays.
    const [, oldest] = this.#cells.keys()
    if (oldest !== undefined) this.#cells.delete(oldest)
  }

  async #read(projectId: string): Promise<string> {
    const found = await this.#home.run(findCellOfProject(projectId))
    // Another node may be about to create the project in a cell, so only what exists is kept.
    if (found !== null) this.assign(projectId, found)
    return found ?? HOME
  }
}
