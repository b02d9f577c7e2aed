import type { ProjectDatabase } from './database.ts'
import type { Actor, Origin } from './origin.ts'

/** Context of the API call that an operation serves. */
export interface Call {
  readonly projectId: string
  /** The database, restricted to the project. */
  readonly db: ProjectDatabase
  readonly actor: Actor
  readonly origin: Origin
  /**
   * Reads the clock. Read the time of a change when you write it, not when the call begins: a call may wait for
   * seconds.
   */
  readonly now: () => Date
}
