import type { Database } from '../../kernel/database.ts'
import { HOME } from './cell-tables.ts'
import { findCellOfProject, readDirectoryState } from './store.ts'

/** The service asks for ids that callers send, so their number is bounded. */
const ENTRIES_MAX = 100_000
/** A node uses what it knows for this long after it began to ask whether the directory has changed. A move waits for it. */
export const LEASE_MILLIS = 2_000
/** A node asks again after this time, so that no call of a busy node waits for the answer. */
const REFRESH_MILLIS = 1_000

/** The project with the users of the dashboard, which is always in the home cell. */
const STAYING = 'internal'

/**
 * Which cell has which project. The rows are in the home cell; each node keeps what it has read until the version of the directory
 * changes. No node uses an entry for longer than the lease without asking for the version.
 */
export class CellDirectory {
  readonly #home: Database
  readonly #readAddresses: () => Promise<void>
  readonly #cells = new Map<string, string>()
  /** Where this node creates projects. No version has them before their transaction has ended. */
  readonly #created = new Map<string, string>()
  #version: number | null = null
  #isSwitching = false
  /** When the last successful question for the version began, by the monotonic clock. */
  #askedAt = -Infinity
  #asking: Promise<void> | null = null

  /** @param readAddresses reads where the cells are. Called before the first use of a new version */
  constructor(home: Database, readAddresses: () => Promise<void> = async () => {}) {
    this.#home = home
    this.#readAddresses = readAddresses
  }

  /** A promise only if the directory is read. */
  find(projectId: string): string | Promise<string> {
    if (projectId === STAYING) return HOME
    const refreshed = this.refresh()
    if (refreshed) return refreshed.then(() => this.#known(projectId))
    return this.#known(projectId)
  }

  /** Asks for the version of the directory if the lease has ended. A promise only if the caller has to wait for the answer. */
  refresh(): Promise<void> | null {
    // A question that has begun before the switch could be answered with the state before it.
    if (this.#isSwitching) return this.#ask()
    const age = performance.now() - this.#askedAt
    if (age < REFRESH_MILLIS) return null
    this.#asking ??= this.#ask().finally(() => (this.#asking = null))
    if (age >= LEASE_MILLIS) return this.#asking
    // The next call reports the failure if it lasts.
    this.#asking.catch(() => {})
    return null
  }

  /** Makes the next use read the directory: a cell has refused a write, because the project or the cell is being moved. */
  expire(): void {
    this.#askedAt = -Infinity
  }

  assign(projectId: string, cell: string): void {
    keep(this.#created, projectId, cell)
    keep(this.#cells, projectId, cell)
  }

  async #ask(): Promise<void> {
    const begunAt = performance.now()
    const { isSwitching, version } = await this.#home.run(readDirectoryState())
    if (version !== this.#version) await this.#readAddresses()
    // A question that began later has been answered. What it saw is true until the lease of it ends.
    if (begunAt < this.#askedAt) return
    if (version !== this.#version) this.#cells.clear()
    this.#version = version
    this.#isSwitching = isSwitching
    this.#askedAt = begunAt
  }

  #known(projectId: string): string | Promise<string> {
    return this.#cells.get(projectId) ?? this.#read(projectId)
  }

  async #read(projectId: string): Promise<string> {
    const version = this.#version
    const found = await this.#home.run(findCellOfProject(projectId))
    // Another node may be about to create the project in a cell, so only what exists is kept.
    if (found === null) return this.#created.get(projectId) ?? HOME
    this.#created.delete(projectId)
    if (version === this.#version) keep(this.#cells, projectId, found)
    return found
  }
}

function keep(cells: Map<string, string>, projectId: string, cell: string): void {
  cells.set(projectId, cell)
  if (cells.size <= ENTRIES_MAX) return
  const [oldest] = cells.keys()
  if (oldest !== undefined) cells.delete(oldest)
}
