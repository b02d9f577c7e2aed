import type { UserServerRead } from '@portico/contract'

import type { Ports } from '../transport/ports.ts'
import type { SendRequest } from '../transport/request.ts'
import type { Session } from '../session/session.ts'
import type { CurrentServerUser, ServerTeam, ServerUser } from './server-user.ts'
import type { RequestCache } from './request-cache.ts'
import { CachedReads, type ReadOfRecord } from '../resources/cached-reads.ts'

/**
 * Functions that return further members of users and teams, such as hooks. The reads of these members belong to the
 * record.
 *
 * @internal
 */
export interface RecordExtensions {
  /** Returns further members of a user. */
  readonly user?: (user: ServerUser, read: ReadOfRecord) => object
  /** Returns further members of a team. */
  readonly team?: (team: ServerTeam, read: ReadOfRecord) => object
}

/** The parts of the app that the objects of a server use. */
export interface ServerContext {
  /** Calls the service with the secret key. */
  readonly request: SendRequest<'server'>
  /** Calls the service to list sessions. The admin app also lists impersonating ones. */
  readonly requestSessions: SendRequest
  readonly ports: Ports
  /** Returns the default page of the links in mails. Throws if only a browser knows its address. */
  readonly pageUrl: (page: 'emailVerification' | 'teamInvitation' | 'userInvitation') => string
  /** Calls the service as the user of a session, without the secret key. */
  readonly requestAsUser: SendRequest
  /** The reads of one incoming request, which share their answers. Null: every read asks the service. */
  readonly cache: RequestCache | null
  /** The reads of hooks, which share their answers until a change through `request`. */
  readonly reads: CachedReads
  readonly extendRecords: RecordExtensions
  /** Returns further members for the signed-in user's object. */
  readonly extendUser: (session: Session) => object
  /** Creates the object of a user. Here, because teams have users and users have teams. */
  readonly createUser: (read: UserServerRead, context: ServerContext) => ServerUser
}

/** Returns a context whose hooks share no read with other requests and sessions. */
export function withOwnReads(context: ServerContext): ServerContext {
  const reads = new CachedReads(context.ports)
  return { ...context, reads, request: reads.renewedBy(context.request) }
}

/** Adds the further members to a new object of a user. */
export function extendUser(context: ServerContext, user: ServerUser): ServerUser {
  return Object.assign(user, context.extendRecords.user?.(user, context.reads.ofRecord('user', user.id)))
}

/**
 * Adds the further members to a new object for the signed-in user. Its changes carry the session, so it has separate
 * reads.
 */
export function extendCurrentUser(context: ServerContext, user: CurrentServerUser): CurrentServerUser {
  return Object.assign(user, context.extendRecords.user?.(user, context.reads.ofRecord('current-user', user.id)))
}

/** Adds the further members to a new object of a team. */
export function extendTeam(context: ServerContext, team: ServerTeam): ServerTeam {
  return Object.assign(team, context.extendRecords.team?.(team, context.reads.ofRecord('team', team.id)))
}
