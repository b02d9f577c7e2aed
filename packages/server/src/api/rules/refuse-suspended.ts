import { userSuspended } from '../../accounts/suspended-user.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database.ts'
import { asClient, emit, systemCall } from '../../kernel/emit.ts'
import { PlainError, type KnownError } from '../../kernel/errors.ts'
import { nothing } from '../../kernel/statement.ts'
import { forProject } from '../../platform/db/project-scope.ts'
import type { UserSuspended } from '../../records/queries/sessions/new-session.ts'
import { findUser } from '../../records/users/store.ts'
import { restrictionOfUser } from '../../records/users/user-restriction.ts'
import { getSuspension } from '../../records/users/user.ts'
import { knowsSuspensions } from '../call/client-version.ts'
import { sessionRestricted } from '../../records/sessions/restriction.ts'
import type { RequestFacts } from './route.ts'

/**
 * Turns the refusal of a session into an error, the same for every sign-in, and records it. Reads the reason only now,
 * so that a sign-in that succeeds costs no additional query.
 */
export async function describeRefusedSession(
  dependencies: { readonly db: Database; readonly clock: Clock },
  facts: Pick<RequestFacts, 'id' | 'clientAddress' | 'headers'>,
  { projectId, userId, method }: UserSuspended,
): Promise<KnownError | PlainError> {
  const now = dependencies.clock.now()
  const call = systemCall(projectId, now, facts.clientAddress)
  const origin = { ...call.origin, requestId: facts.id }
  const { user } = await forProject(dependencies.db, projectId).batch({
    user: findUser(projectId, userId),
    refused: method
      ? emit(asClient({ ...call, origin }), 'user.sign_in_refused', {
          userId,
          method,
          reason: 'RESTRICTED_USER_NOT_ALLOWED',
        })
      : nothing,
  })
  const suspension = user && getSuspension(user, now)
  const restriction = user && !suspension ? restrictionOfUser(user) : null
  const error = restriction ? sessionRestricted(restriction) : userSuspended(suspension)
  return knowsSuspensions(facts.headers.get('x-stack-client-version'))
    ? error
    : new PlainError(error.status, error.message)
}
