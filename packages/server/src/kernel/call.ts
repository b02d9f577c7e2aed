import type { ProjectDatabase } from './database.ts'

/** Who causes a change. A call without a signed-in user has the type of its keys. */
export interface Actor {
  readonly type: 'user' | 'client' | 'server' | 'admin' | 'system'
  readonly id?: string
}

/** Where a change comes from, as far as that is known. */
export interface Origin {
  readonly projectId: string
  readonly requestId: string | null
  readonly clientAddress: string | null
}

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
