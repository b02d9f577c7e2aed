import type { SendRequest } from '../transport/request.ts'
import type { Session } from '../session/session.ts'

/** Whose data a call concerns: that of the user of a session, or by a server that of any user. */
export interface Owner {
  readonly request: SendRequest
  readonly session?: Session | undefined
  /** `me` is the user of the session. */
  readonly userId: string
  /** Refreshes the user after a change. */
  readonly afterChange: <Outcome>(change: Promise<Outcome>) => Promise<Outcome>
}
