import type { Ports } from '../transport/ports.ts'
import type { SendRequest } from '../transport/request.ts'
import type { UserCache } from './user-cache.ts'

/** The parts of the app that the objects of a server use. */
export interface ServerContext {
  /** Calls the service with the secret key. */
  readonly request: SendRequest
  readonly ports: Ports
  /** Returns the default page of the links in verification mails. Throws if only a browser knows its address. */
  readonly verificationUrl: () => string
  /** Calls the service as the user of a session, without the secret key. */
  readonly requestAsUser: SendRequest
  /** The reads of one incoming request, which share their answers. Null: every read asks the service. */
  readonly cache: UserCache | null
}
