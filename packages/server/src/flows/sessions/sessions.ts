import { namedUserId } from '../../api/rules/named-user.ts'
import type { ProjectCall } from '../../api/rules/route.ts'
import {
  issueTokens,
  startSession,
  type StartSessionDependencies,
  type SignedIn,
} from '../../accounts/start-session.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import type { AccessTokens } from '../../records/sessions/access-token.ts'
import { endSession, listSessionsOfUser, type Session } from '../../records/sessions/store.ts'
import { sessionWindow } from '../../records/sessions/session-window.ts'
import type { User } from '../../records/users/user.ts'
import { findUser } from '../../records/users/store.ts'
import { asUser, emit } from '../../kernel/emit.ts'
import { SessionRefused } from '../../records/queries/sessions/new-session.ts'

export interface CreateSessionDependencies extends StartSessionDependencies {
  readonly accessTokens: AccessTokens
}

interface SessionsCall extends ProjectCall {
  readonly user: User | null
}

/** The options of a session that a server creates for a user. */
export interface WantedSession {
  readonly userIdOrMe: string
  readonly isImpersonation: boolean
  readonly lifetimeMillis: number | undefined
  readonly reason: string | undefined
}

/** Lists the sessions of a user, newest first. */
export async function listSessions(
  call: SessionsCall,
  userIdOrMe: string,
  { withImpersonation }: { readonly withImpersonation: boolean },
): Promise<Session[]> {
  const { db, now, project } = call
  const userId = namedUserId(call, userIdOrMe)
  return db.run(listSessionsOfUser(db.projectId, userId, withImpersonation, sessionWindow(project, now())))
}

/**
 * Creates a session for a user on the request of a server.
 *
 * @throws USER_ID_DOES_NOT_EXIST
 */
export async function createSession(
  dependencies: CreateSessionDependencies,
  call: SessionsCall,
  { userIdOrMe, isImpersonation, lifetimeMillis, reason }: WantedSession,
): Promise<SignedIn> {
  const userId = namedUserId(call, userIdOrMe)
  const unknownUser = new KnownError('USER_ID_DOES_NOT_EXIST', { user_id: userId })
  const started = await call.db
    .transaction(async (tx) => {
      const found = await tx.run(findUser(tx.projectId, userId))
      if (!found) throw unknownUser
      const options = {
        userId,
        basis: { by: 'server' as const },
        // The server vouches for the user, so no second factor is required.
        isSecondFactorSettled: true,
        factorProof: 'exempt' as const,
        kind: isImpersonation ? ('impersonation' as const) : ('server' as const),
        ...(lifetimeMillis !== undefined && { lifetimeMillis }),
      }
      const { session } = await tx.batch({
        // The caller is not the end user, whose browser is unknown until the first refresh.
        session: startSession(dependencies, { ...call, request: { endUser: null } }, options),
        created: emit(call, isImpersonation ? 'session.impersonation_started' : 'session.created', {
          userId,
          ...(reason !== undefined && { reason }),
        }),
      })
      return { user: found, session }
    })
    .catch((error: unknown) => {
      throw error instanceof SessionRefused ? unknownUser : error
    })
  return issueTokens(dependencies, call.projectId, started.user, started.session)
}

/**
 * Ends another session than the caller's own.
 *
 * @param ownerId the user whose session it must be; null for every user
 * @throws CANNOT_DELETE_CURRENT_SESSION
 */
export async function deleteSession(call: SessionsCall, sessionId: string, ownerId: string | null): Promise<void> {
  const { caller, db } = call
  const isCurrent = sessionId === caller.claims?.sessionId && (ownerId === null || ownerId === caller.claims.userId)
  if (isCurrent) throw new KnownError('CANNOT_DELETE_CURRENT_SESSION')
  await db.transaction(async (tx) => {
    const isEnded = await tx.run(endSession(tx.projectId, sessionId, ownerId))
    if (!isEnded) throw new PlainError(404, 'The session was not found.')
    await tx.run(emit(call, 'session.ended', { sessionId }))
  })
}

/**
 * Ends the session of the access token in the request.
 *
 * @throws ACCESS_TOKEN_EXPIRED, REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED
 */
export async function signOut(call: ProjectCall): Promise<void> {
  const { claims } = call.caller
  if (!claims) throw new KnownError('ACCESS_TOKEN_EXPIRED', { expired_at_millis: call.now().getTime() })
  await call.db.transaction(async (tx) => {
    const isEnded = await tx.run(endSession(tx.projectId, claims.sessionId, claims.userId))
    if (!isEnded) throw new KnownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
    await tx.run(emit(asUser(call, claims.userId), 'session.ended', { sessionId: claims.sessionId }))
  })
}
