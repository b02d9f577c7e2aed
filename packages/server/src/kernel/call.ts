import type { ProjectDatabase } from './database.ts'
import type { Actor, Origin } from './origin.ts'
import type { Statement } from './statement.ts'

/** Context of the API call that an operation serves. */
export interface Call {
  readonly projectId: string
  readonly db: ProjectDatabase
  readonly actor: Actor
  readonly origin: Origin
  /**
   * Reads the clock. Read the time of a change when you write it, not when the call begins: a call may wait for
   * seconds.
   */
  readonly now: () => Date
}

/** A call that a client may make only with certain rights, such as a permission in a team. */
export interface HeldCall extends Call {
  readonly rights: {
    /**
     * Repeats the check of these rights, and keeps them until the commit. A change runs it in its transaction, after
     * the locks of users and teams (`platform/db/README.md`).
     */
    readonly hold: () => Statement<void>
  }
}
