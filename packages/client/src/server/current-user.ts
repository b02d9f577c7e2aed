import type { UserServerRead } from '@portico/contract'

import type { CurrentServerUser } from './server-user.ts'
import { extendCurrentUser, type ServerContext, withOwnReads } from './server-context.ts'
import { readClaims } from '../session/access-token.ts'
import type { Session } from '../session/session.ts'
import { createServerBaseUser } from './present-user.ts'
import { createServerTeam } from './teams.ts'
import { createServerUserActions } from './user-actions.ts'
import { authTokensOf } from '../resources/auth-tokens.ts'
import { getCurrentUser } from '../resources/users.ts'
import { sessionActions } from '../resources/sessions.ts'
import { updatePassword } from '../sign-in/password.ts'
import { StatusError } from '../transport/known-error.ts'
import type { RequestSession } from '../transport/request.ts'

/**
 * Reads the user of a session with the server's rights. Returns null if the session has ended.
 *
 * @param signOut ends the session
 */
export function readCurrentServerUser(
  context: ServerContext,
  session: Session,
  signOut: CurrentServerUser['signOut'],
): Promise<CurrentServerUser | null> {
  // All requests share the reads of the app, and a request has only one session.
  const ofSession = context.cache ? context : withOwnReads(context)
  return getCurrentUser(session, context.request, (read: UserServerRead) =>
    createCurrentServerUser(read, session, ofSession, signOut),
  )
}

function createCurrentServerUser(
  read: UserServerRead,
  session: Session,
  context: ServerContext,
  signOut: CurrentServerUser['signOut'],
): CurrentServerUser {
  const getTokens = () => session.getTokens()
  const user = {
    ...createServerBaseUser(read),
    selectedTeam: read.selected_team && createServerTeam(read.selected_team, context),
    ...createServerUserActions(read.id, context, sessionOfChanges(session)),
  }
  const currentUser = {
    ...user,
    // With its session, so that the list marks the current one and the service refuses to end it.
    ...sessionActions({ request: context.request, session, userId: 'me' }),
    currentSession: Object.freeze({ getTokens }),
    ...authTokensOf(getTokens),
    // As the user: the old password proves who changes it.
    updatePassword: (options) => updatePassword(context.requestAsUser, session, options),
    delete: async () => {
      await user.delete()
      session.end()
    },
    signOut: async (options) => {
      await signOut(options)
      context.cache?.afterSignOut()
    },
    ...context.extendUser(session),
  } satisfies CurrentServerUser
  return Object.freeze(extendCurrentUser(context, currentUser))
}

/**
 * Returns the session that the changes of its user carry. An impersonating session throws once it has ended: without
 * it, the changes would be those of the server alone, which the rules for impersonation exempt.
 */
function sessionOfChanges(session: Session): RequestSession {
  const { accessToken } = session.tokens
  // The service has just accepted a token. If another call has removed it since, its mark is unknown.
  const mayImpersonate = accessToken === null || readClaims(accessToken)?.['is_impersonation'] === true
  // guard: a change of an impersonated user is not sent without the session (replace `!mayImpersonate` with `true`)
  //   [server-app.service]
  if (!mayImpersonate) return session
  return {
    getTokens: async () => {
      const tokens = await session.getTokens()
      if (tokens.accessToken === null) {
        throw new StatusError(403, 'This session impersonates the user and has ended. It cannot make this change.')
      }
      return tokens
    },
    refuseAccessToken: (refused) => session.refuseAccessToken(refused),
  }
}
