import type { Database, Executor } from '../../kernel/database.ts'
import { HOME } from './cell-tables.ts'
import { findCellOfProject, listStoredAddresses, readDirectoryState, type StoredAddress } from './store.ts'

/** Callers send the ids that the service looks up, so the number of entries is bounded. */
const ENTRIES_MAX = 100_000
/**
 * A node uses what it knows for this long after it began to ask whether the directory has changed. A move waits for it.
 */
export const LEASE_MILLIS = 2_000
/** A node asks again after this time, so that no call of a busy node waits for the answer. */
const REFRESH_MILLIS = 1_000

/** The project with the users of the dashboard, which is always in the home cell. */
const STAYING = 'internal'

/**
 * Which cell has which project. The rows are in the home cell; each node keeps what it has read until the version of
 * the directory changes. No node uses an entry for longer than the lease without asking for the version.
 */
export class CellDirectory {
  readonly #home: Database
  readonly #follow: ((stored: readonly StoredAddress[]) => Promise<void>) | null
  readonly #cells = new Map<string, string>()
  /**
   * The cells of projects that this node creates. The directory does not contain them before their transaction has
   * ended.
   */
  readonly #created = new Map<string, string>()
  #version: number | null = null
  #isSwitching = false
  /** When the last successful question for the version began, by the monotonic clock. */
  #askedAt = -Infinity
  #asking: Promise<void> | null = null

  /** @param follow uses the addresses that the home cell has now. Called before the first use of a new version */
  constructor(home: Database, follow: ((stored: readonly StoredAddress[]) => Promise<void>) | null = null) {
    this.#home = home
    this.#follow = follow
  }

  /**
   * Returns a promise only if the directory must be read.
   *
   * @param tx the part of the caller's transaction in the home cell. A second connection could wait for the first one
   */
  find(projectId: string, tx: Executor | null = null): string | Promise<string> {
    if (projectId === STAYING) return HOME
    const refreshed = this.refresh(tx)
    if (refreshed) return refreshed.then(() => this.#known(projectId, tx))
    return this.#known(projectId, tx)
  }

  /**
   * Asks for the version of the directory if the lease has ended. Returns a promise only if the caller has to wait for
   * the answer.
   *
   * @param tx as for `find`
   */
  refresh(tx: Executor | null = null): Promise<void> | null {
    // A question that has begun before the switch could be answered with the state before it.
    if (this.#isSwitching) return this.#ask(tx)
    const age = performance.now() - this.#askedAt
    if (age < REFRESH_MILLIS) return null
    // Another caller's question may wait for the connection of this transaction.
    if (tx && age >= LEASE_MILLIS) return this.#ask(tx)
    this.#asking ??= this.#ask().finally(() => (this.#asking = null))
    if (age >= LEASE_MILLIS) return this.#asking
    // The next call reports the failure if it lasts.
    this.#asking.catch(() => {})
    return null
  }

  /**
   * Makes the next use read the directory: a cell has refused a write, because the project or the cell is being moved.
   */
  expire(): void {
    this.#askedAt = -Infinity
  }

  assign(projectId: string, cell: string): void {
    keep(this.#created, projectId, cell)
    keep(this.#cells, projectId, cell)
  }

  async #ask(tx: Executor | null = null): Promise<void> {
    const begunAt = performance.now()
    const home = tx ?? this.#home
    const { isSwitching, version } = await home.run(readDirectoryState())
    if (this.#follow && version !== this.#version) await this.#follow(await home.run(listStoredAddresses()))
    // A question that began later has been answered. Its answer is valid until its lease ends.
    if (begunAt < this.#askedAt) return
    if (version !== this.#version) this.#cells.clear()
    this.#version = version
    this.#isSwitching = isSwitching
    this.#askedAt = begunAt
  }

  #known(projectId: string, tx: Executor | null): string | Promise<string> {
    return this.#cells.get(projectId) ?? this.#read(projectId, tx)
  }

  async #read(projectId: string, tx: Executor | null): Promise<string> {
    const version = this.#version
    const found = await (tx ?? this.#home).run(findCellOfProject(projectId))
    // Another node may be about to create the project in a cell, so only what exists is kept.
    if (found === null) return this.#created.get(projectId) ?? HOME
    // Do not keep it: the transaction may have written it itself, and may not commit.
    if (tx) return found
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
