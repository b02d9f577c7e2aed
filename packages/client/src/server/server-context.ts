import type { UserServerRead } from '@portico/contract'

import type { Ports } from '../transport/ports.ts'
import type { SendRequest } from '../transport/request.ts'
import type { Session } from '../session/session.ts'
import type { ServerUser } from './server-user.ts'
import type { RequestCache } from './request-cache.ts'

/** The parts of the app that the objects of a server use. */
export interface ServerContext {
  /** Calls the service with the secret key. */
  readonly request: SendRequest
  /** Calls the service to list sessions. The admin app also lists impersonating ones. */
  readonly requestSessions: SendRequest
  readonly ports: Ports
  /** Returns the default page of the links in mails. Throws if only a browser knows its address. */
  readonly pageUrl: (page: 'emailVerification' | 'teamInvitation') => string
  /** Calls the service as the user of a session, without the secret key. */
  readonly requestAsUser: SendRequest
  /** The reads of one incoming request, which share their answers. Null: every read asks the service. */
  readonly cache: RequestCache | null
  /** Returns further members of the user of a session. */
  readonly extendUser: (session: Session) => object
  /** Creates the object of a user. Here, because teams have users and users have teams. */
  readonly createUser: (read: UserServerRead, context: ServerContext) => ServerUser
}
