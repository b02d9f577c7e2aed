import * as contract from '@portico/contract'

import { anyone, projectServer } from '../../api/rules/access.ts'
import { wholeList } from '../../api/call/list-page.ts'
import { anyRestriction } from '../../api/rules/restricted-session.ts'
import { route, type ProjectCall, type Route } from '../../api/rules/route.ts'
import type { CodeChecking } from '../../records/verification-codes/verification-codes.ts'
import { presentSession } from '../../records/sessions/present.ts'
import type { Session } from '../../records/sessions/store.ts'
import { disownSession } from './disown-session.ts'
import { readKeySet, type KeySetDependencies } from './key-set.ts'
import { refresh, type RefreshDependencies } from './refresh.ts'
import { createSession, deleteSession, listSessions, signOut, type CreateSessionDependencies } from './sessions.ts'

export type SessionDependencies = CreateSessionDependencies & RefreshDependencies & KeySetDependencies & CodeChecking

const success = { success: true } as const
const withImpersonation = { withImpersonation: true }
const withoutImpersonation = { withImpersonation: false }
const keySetHeaders = { 'cache-control': `public, max-age=${contract.JWKS_CACHE_SECONDS}` }

export function sessionRoutes(dependencies: SessionDependencies): Route[] {
  return [
    route(
      contract.listSessions,
      { allow: anyone, self: 'user_id' },
      {
        client: async (call) => presentList(call, await listSessions(call, call.query.user_id, withoutImpersonation)),
        server: async (call) => presentList(call, await listSessions(call, call.query.user_id, withoutImpersonation)),
        admin: async (call) => presentList(call, await listSessions(call, call.query.user_id, withImpersonation)),
      },
    ),

    route(contract.createSession, { allow: projectServer, limit: 'changeCredentials' }, async (call) => {
      const {
        user_id: userIdOrMe,
        is_impersonation: isImpersonation = false,
        expires_in_millis: lifetimeMillis = isImpersonation
          ? contract.IMPERSONATION_DEFAULT_LIFETIME_MILLIS
          : undefined,
        reason,
      } = call.body
      const signedIn = await createSession(dependencies, call, { userIdOrMe, isImpersonation, lifetimeMillis, reason })
      return { access_token: signedIn.accessToken, refresh_token: signedIn.refreshToken }
    }),

    route(
      contract.deleteSession,
      { allow: anyone, self: { field: 'user_id', ifAbsent: 'me' } },
      {
        client: (call) => deleteSession(call, call.params.id, call.user.id).then(() => success),
        server: (call) => deleteSession(call, call.params.id, call.namedUserId).then(() => success),
      },
    ),

    route(contract.signOut, { allow: anyone, whileRestricted: anyRestriction }, async (call) => {
      await signOut(call)
      return success
    }),

    route(contract.refreshSession, { allow: anyone, limit: 'refresh' }, async (call) => {
      const offered = call.requestHeaders['x-stack-refresh-token']
      const refreshed = await refresh(dependencies, call, offered, call.body?.rotate_refresh_token ?? false)
      return {
        access_token: refreshed.accessToken,
        ...(refreshed.refreshToken !== undefined && { refresh_token: refreshed.refreshToken }),
      }
    }),

    route(contract.disownSession, { allow: anyone, limit: 'useCode' }, async (call) => ({
      ...success,
      is_password_reset_sent: await disownSession(dependencies, call, call.body.code),
    })),

    route(
      contract.readJwks,
      { allow: anyone },
      ({ params }) => readKeySet(dependencies, params.project_id),
      keySetHeaders,
    ),
  ]
}

function presentList(
  { caller }: ProjectCall,
  sessions: readonly Session[],
): { items: contract.SessionRead[]; is_paginated: false } {
  return wholeList(sessions.map((session) => presentSession(session, caller.claims?.sessionId)))
}
