import * as contract from '@portico/contract'

import { KnownError, PlainError } from '../../kernel/errors.ts'
import { route, type Call, type Route } from '../../api/route.ts'
import { signedIn, startSession } from '../../accounts/start-session.ts'
import { findUser } from '../../accounts/users.ts'
import type { EndUser } from '../../platform/http/end-user.ts'
import {
  deleteSessionRow,
  isSessionRefused,
  listSessionsOfUser,
  type SessionRow,
} from '../../records/sessions/store.ts'

const listSessions = route(contract.listSessions, async (call) => {
  const { accessType, caller, db, ports, query, user } = call
  const userId = query.user_id === 'me' ? (user?.id ?? '') : query.user_id
  if (accessType === 'client') {
    if (userId !== user?.id) throw new PlainError(403, 'A client can list the sessions of its own user only.')
  }
  const rows = await listSessionsOfUser(db, userId, accessType === 'admin', ports.clock.now())
  return { items: rows.map((row) => present(row, caller.claims?.sessionId)), is_paginated: false as const }
})

const createSession = route(contract.createSession, async (call) => {
  const { accessType, body, caller, db, origin, ports, project, user } = call
  const userId = body.user_id === 'me' ? (user?.id ?? '') : body.user_id
  const isImpersonation = body.is_impersonation ?? false
  const unknownUser = new KnownError('USER_ID_DOES_NOT_EXIST', { user_id: userId })
  const started = await db
    .transaction(async (tx) => {
      const found = await findUser(tx, userId)
      if (!found) throw unknownUser
      const wish = {
        userId,
        // The server vouches for the user; a second factor is for those who have to prove who they are.
        isSecondFactorSettled: true,
        kind: isImpersonation ? ('impersonation' as const) : ('server' as const),
        ...(body.expires_in_millis !== undefined && { lifetimeMillis: body.expires_in_millis }),
      }
      const [session] = await Promise.all([
        // The end user is not the one who calls, so nothing is known of their browser until the first refresh.
        startSession({ ports, origin, request: { endUser: null } }, tx, wish),
        ports.audit.record(tx, origin, {
          action: isImpersonation ? 'session.impersonation_started' : 'session.created',
          actor: { type: accessType, ...(caller.ownerId !== null && { id: caller.ownerId }) },
          targetId: userId,
        }),
      ])
      return { user: found, session }
    })
    .catch((error: unknown) => {
      throw isSessionRefused(error) ? unknownUser : error
    })
  const { access_token, refresh_token } = await signedIn(ports, project.id, started.user, started.session)
  return { access_token, refresh_token }
})

const deleteSession = route(contract.deleteSession, async ({ accessType, caller, db, origin, params, ports, user }) => {
  if (params.id === caller.claims?.sessionId) throw new KnownError('CANNOT_DELETE_CURRENT_SESSION')
  await db.transaction(async (tx) => {
    const isEnded = await deleteSessionRow(tx, params.id, accessType === 'client' ? (user?.id ?? null) : null)
    if (!isEnded) throw new PlainError(404, 'The session was not found.')
    await ports.audit.record(tx, origin, {
      action: 'session.ended',
      actor: actorOf(accessType, user),
      targetId: params.id,
    })
  })
  return { success: true as const }
})

const signOut = route(contract.signOut, async ({ caller, db, origin, ports }) => {
  const { claims } = caller
  if (!claims) {
    throw new KnownError('ACCESS_TOKEN_EXPIRED', { expired_at_millis: ports.clock.now().getTime() })
  }
  await db.transaction(async (tx) => {
    const isEnded = await deleteSessionRow(tx, claims.sessionId, claims.userId)
    if (!isEnded) throw new KnownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
    await ports.audit.record(tx, origin, {
      action: 'session.ended',
      actor: { type: 'user', id: claims.userId },
      targetId: claims.sessionId,
    })
  })
  return { success: true as const }
})

function actorOf(
  accessType: Call<typeof contract.deleteSession>['accessType'],
  user: Call<typeof contract.deleteSession>['user'],
): { type: 'user' | 'client' | 'server' | 'admin'; id?: string } {
  return accessType === 'client' && user ? { type: 'user', id: user.id } : { type: accessType }
}

function present(row: SessionRow, currentSessionId: string | undefined): contract.SessionRead {
  return {
    id: row.id,
    user_id: row.user_id,
    created_at: row.created_at.getTime(),
    last_used_at: row.last_used_at.getTime(),
    is_impersonation: row.is_impersonation,
    is_current_session: row.id === currentSessionId,
    ...(row.end_user && deviceAndPlace(row.end_user)),
  }
}

/** Two fields on the wire: the place is the protocol's, the device is our addition beside it. */
function deviceAndPlace({
  userAgent,
  ...place
}: EndUser): Pick<contract.SessionRead, 'user_agent' | 'last_used_at_end_user_ip_info'> {
  return { ...(userAgent !== undefined && { user_agent: userAgent }), last_used_at_end_user_ip_info: place }
}

export const sessionRoutes: Route[] = [listSessions, createSession, deleteSession, signOut]
