import { KnownError } from '../../kernel/errors.ts'
import { restrictionOfUser, type UserRestriction, type UserWithState } from '../users/user-restriction.ts'
import { factorStateOf, type FactorProof, type FactorUser } from './factor-state.ts'

/** Why a session of a user may do little (decisions 081 and 084). */
export type SessionRestriction = UserRestriction | 'second_factor_required'

export type RestrictableUser = FactorUser & UserWithState

/**
 * Decides what restricts a session. Every access token and every call with one uses this function.
 *
 * A session that must prove a factor counts as ended, so it gets no token. If the factor is added while a token is
 * being issued, that token is restricted.
 *
 * @param proof of the session; null if it has proved no second factor
 */
export function restrictionOf(user: RestrictableUser, proof: FactorProof | null, now: Date): SessionRestriction | null {
  const ofUser = restrictionOfUser(user)
  // The address comes before the second factor, because an authenticator app requires a verified one.
  if (ofUser) return ofUser
  return factorStateOf(user, proof, now) === 'complete' ? null : 'second_factor_required'
}

/**
 * Presents what restricts a session as the claim `restricted_reason` of its access token. The type names one reason. If
 * the second factor is missing too, the claim says so: an application that accepts users without a verified address
 * must not accept them without their factor.
 */
export function restrictionClaim(
  user: RestrictableUser,
  proof: FactorProof | null,
  now: Date,
): { type: SessionRestriction; second_factor_required?: true } | null {
  const type = restrictionOf(user, proof, now)
  if (type === null) return null
  const isFactorMissing = type !== 'second_factor_required' && factorStateOf(user, proof, now) !== 'complete'
  // guard: the token of a user without a verified address says that the second factor is missing too
  //   (drop `second_factor_required: true`) [admission]
  return { type, ...(isFactorMissing && { second_factor_required: true }) }
}

/** Creates the refusal of a call that a restricted session may not make. */
export function sessionRestricted(type: SessionRestriction): KnownError<'RESTRICTED_USER_NOT_ALLOWED'> {
  return new KnownError('RESTRICTED_USER_NOT_ALLOWED', { restricted_reason: { type } })
}
