import type { ServerBaseUser } from './server-user.ts'

/** Decides about a user who cannot use the account yet. */
export interface RestrictedUserOptions {
  /**
   * Also returns a user on the waiting list, and one who must set up the second factor that the project requires and has proved only a password
   * or another first factor. Default: false, so that such a user counts as signed out.
   */
  includeRestricted?: boolean
}

/** Why a session of the user may make few calls. */
type SessionRestriction = 'waiting' | 'second_factor_required'

/** Returns what keeps the user from using the account; null if nothing does, or a suspension, which ends all sessions. */
export function sessionRestrictionOf({
  restrictedReason,
}: Pick<ServerBaseUser, 'restrictedReason'>): SessionRestriction | null {
  const type = restrictedReason?.type
  return type === 'waiting' || type === 'second_factor_required' ? type : null
}

const states: { readonly [Restriction in SessionRestriction]: string } = {
  waiting: 'is on the waiting list',
  second_factor_required: 'must set up a second factor',
}

/** @param caller name of the method or hook */
export function restrictedUserError(restriction: SessionRestriction, caller: string, or: string): Error {
  return new Error(
    `The user ${states[restriction]} but ${caller} was called with { or: '${or}' }. Pass \`includeRestricted: true\` where such a user may go on.`,
  )
}
