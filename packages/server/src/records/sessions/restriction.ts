import { KnownError } from '../../kernel/errors.ts'
import type { User } from '../users/user.ts'
import { factorStateOf, type FactorProof, type FactorUser } from './factor-state.ts'

/** Why a session of a user may do little (decisions 081 and 084). */
export type SessionRestriction = 'waiting' | 'second_factor_required'

export type RestrictableUser = FactorUser & Pick<User, 'heldAt'>

/**
 * Decides what restricts a session. Every access token and every call with one uses this function.
 *
 * A session that must prove a factor gets no token and counts as ended. If a factor was added at the same moment, its token is restricted too.
 *
 * @param proof of the session; null if it has proved no second factor
 */
export function restrictionOf(user: RestrictableUser, proof: FactorProof | null, now: Date): SessionRestriction | null {
  if (user.heldAt) return 'waiting'
  return factorStateOf(user, proof, now) === 'complete' ? null : 'second_factor_required'
}

/** Creates the refusal of a call that a restricted session may not make. */
export function sessionRestricted(type: SessionRestriction): KnownError<'RESTRICTED_USER_NOT_ALLOWED'> {
  return new KnownError('RESTRICTED_USER_NOT_ALLOWED', { restricted_reason: { type } })
}
