import type { FactorState } from '@portico/contract'

import type { User } from '../users/user.ts'

/**
 * Why a session needs no further proof of a second factor. `proved`: its user proved one, or set up the first one in
 * it; it counts only while the user has a factor. `exempt`: a server, or an operator, vouches for the user.
 */
export type FactorProof = 'proved' | 'exempt'

export type FactorUser = Pick<
  User,
  'requiresTotp' | 'hasVerifiedPasskey' | 'isSecondFactorRequired' | 'secondFactorDueAt'
>

/**
 * Decides what a session has to do about the second factor that the policy requires. Every way to get tokens and every
 * call with a token uses this function (decision 081).
 *
 * @param proof of the session; null if it has proved no second factor
 */
export function factorStateOf(user: FactorUser, proof: FactorProof | null, now: Date): FactorState {
  // guard: a proved second factor counts only while its user has one
  //   (replace `proof === 'exempt'` with `proof !== null`) [second-factor-policy]
  if (proof === 'exempt' || !user.isSecondFactorRequired) return 'complete'
  if (user.requiresTotp || user.hasVerifiedPasskey) return proof === 'proved' ? 'complete' : 'must_prove'
  // guard: a required second factor must be set up when the grace period has ended
  //   (replace `'must_enrol'` with `'complete'`) [second-factor-policy]
  return user.secondFactorDueAt !== null && user.secondFactorDueAt <= now ? 'must_enrol' : 'complete'
}
