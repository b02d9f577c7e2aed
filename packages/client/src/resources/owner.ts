import type { SendRequest } from '../transport/request.ts'
import type { Session } from '../session/session.ts'

/** The user whose data a call concerns: the user of a session, or for a server any user. */
export interface Owner {
  readonly request: SendRequest
  readonly session?: Session | undefined
  /** `me` is the user of the session. */
  readonly userId: string
  /** Refreshes the user after a change. */
  readonly afterChange: <Outcome>(change: Promise<Outcome>) => Promise<Outcome>
}
