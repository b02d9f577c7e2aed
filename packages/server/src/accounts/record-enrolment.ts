import { nothing, type Statement } from '../kernel/statement.ts'
import { markFactorProved } from '../records/sessions/store.ts'
import type { User } from '../records/users/user.ts'
import type { OwnChange } from './own-change.ts'

/**
 * Records that the user sets up a second factor in the session of the call, so that the policy requires nothing more
 * from this session. A user who has a factor must prove it: adding another one is not enough.
 */
export function recordEnrolment(
  projectId: string,
  { hasVerifiedPasskey, id, requiresTotp }: User,
  { claims, provedFactor }: Pick<OwnChange, 'claims' | 'provedFactor'>,
): Statement<void> {
  const isFirst = !requiresTotp && !hasVerifiedPasskey
  return claims && (isFirst || provedFactor) ? markFactorProved(projectId, claims.sessionId, id) : nothing
}
