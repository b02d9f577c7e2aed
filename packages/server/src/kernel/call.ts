import type { ProjectDatabase } from './database.ts'
import type { Actor, Origin } from './origin.ts'

/** What every operation knows of the call that it serves. */
export interface Call {
  readonly projectId: string
  /** The database, narrowed to the project. */
  readonly db: ProjectDatabase
  readonly actor: Actor
  readonly origin: Origin
  /** Reads the clock. The time of a change is read when it is written, not when the call begins: a call may wait for seconds. */
  readonly now: () => Date
}
