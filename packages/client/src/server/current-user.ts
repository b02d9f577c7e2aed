import type { UserServerRead } from '@portico/contract'

import type { CurrentServerUser } from './server-user.ts'
import { extendCurrentUser, type ServerContext, withOwnReads } from './server-context.ts'
import type { Session } from '../session/session.ts'
import { createServerBaseUser } from './present-user.ts'
import { createServerTeam } from './teams.ts'
import { createServerUserActions } from './user-actions.ts'
import { authTokensOf } from '../resources/auth-tokens.ts'
import { getCurrentUser } from '../resources/users.ts'
import { sessionActions } from '../resources/sessions.ts'
import { updatePassword } from '../sign-in/password.ts'

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
    ...createServerUserActions(read.id, context, session),
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
