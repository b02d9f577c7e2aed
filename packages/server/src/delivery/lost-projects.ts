import { later, type Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { HOME } from '../platform/cells/cell-tables.ts'
import { deleteProjectCell, listPlacedProjects, lockPlacedProject } from '../platform/cells/store.ts'
import type { Log } from '../platform/log/log.ts'
import { deleteOwnerInvitationsTo } from '../records/owner-invitations/store.ts'
import { deleteAuthorizationsFor } from '../records/partner-authorizations/store.ts'
import { removeStaff } from '../records/project-owners/store.ts'
import { listPresentProjects } from '../records/projects/store.ts'

const INTERVAL_MILLIS = 60 * 60_000
/** The transaction that creates a project has ended by then. */
const MIN_AGE_MILLIS = 60 * 60_000
const PROJECTS_AT_ONCE = 500

interface LostProjectsDependencies {
  readonly clock: Clock
  readonly db: Database
  readonly log: Log
}

/**
 * Deletes rows of the home cell about projects that do not exist: their cell lost its part of the transaction that
 * created them. Does nothing in a service without cells.
 */
export class LostProjects {
  readonly #dependencies: LostProjectsDependencies
  #timer: NodeJS.Timeout | undefined
  #sweeping: Promise<void> | null = null
  #isStopped = false

  constructor(dependencies: LostProjectsDependencies) {
    this.#dependencies = dependencies
  }

  start(): void {
    if (this.#dependencies.db.cells) this.#timer = setInterval(() => void this.sweep(), INTERVAL_MILLIS).unref()
  }

  /** Waits for the step in progress. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#isStopped = true
    await this.#sweeping
  }

  /** Sweeps, unless a sweep is in progress. Never throws. A cell that is down keeps its projects. */
  sweep(): Promise<void> {
    this.#sweeping ??= this.#sweepAll().finally(() => {
      this.#sweeping = null
    })
    return this.#sweeping
  }

  async #sweepAll(): Promise<void> {
    const { db, log } = this.#dependencies
    for (const name of db.cells?.names ?? []) {
      if (name === HOME) continue
      await this.#sweepCell(name).catch((error: unknown) =>
        log.warn({ err: error, cell: name }, 'the projects of a cell could not be compared with the directory'),
      )
    }
  }

  async #sweepCell(name: string): Promise<void> {
    const { clock, db } = this.#dependencies
    const placedBefore = later(clock.now(), -MIN_AGE_MILLIS)
    for (let after: string | undefined = ''; after !== undefined && !this.#isStopped;) {
      const ids: string[] = await db.run(listPlacedProjects(name, placedBefore, after, PROJECTS_AT_ONCE))
      const present = new Set(await db.cells?.at(name).run(listPresentProjects(ids)))
      for (const id of ids.filter((each) => !present.has(each))) {
        if (this.#isStopped) return
        await db.transaction(async (tx) => {
          // The project may have moved since the directory was read.
          if (!(await tx.run(lockPlacedProject(id, name, placedBefore)))) return
          await tx.batch([
            removeStaff(id),
            deleteOwnerInvitationsTo(id),
            deleteAuthorizationsFor(id),
            deleteProjectCell(id),
          ])
        })
      }
      after = ids.length < PROJECTS_AT_ONCE ? undefined : ids.at(-1)
    }
  }
}
