import type { ServerBaseUser } from './server-user.ts'

/** Decides about a user who cannot use the account yet. */
export interface RestrictedUserOptions {
  /**
   * Also returns a restricted user: one on the waiting list, one without the verified address that the project
   * requires, and one who must set up the second factor that the project requires and has proved only a first one.
   * Default: false, so that a restricted user counts as signed out.
   */
  includeRestricted?: boolean
}

/** Why a session of the user may make few calls. */
export type SessionRestriction = 'waiting' | 'email_not_verified' | 'second_factor_required'

const states: { readonly [Restriction in SessionRestriction]: string } = {
  waiting: 'is on the waiting list',
  email_not_verified: 'has no verified e-mail address',
  second_factor_required: 'must set up a second factor',
}

/** The reasons of refused callers, by the restriction. */
export const restrictionRefusals = {
  waiting: 'waiting',
  email_not_verified: 'email-not-verified',
  second_factor_required: 'second-factor-required',
} as const satisfies Record<SessionRestriction, string>

/**
 * Returns what keeps the user from using the account; null if nothing does, or a suspension, which ends all sessions.
 */
export function sessionRestrictionOf({
  restrictedReason,
}: Pick<ServerBaseUser, 'restrictedReason'>): SessionRestriction | null {
  const type = restrictedReason?.type
  return type !== undefined && isSessionRestriction(type) ? type : null
}

function isSessionRestriction(type: string): type is SessionRestriction {
  return Object.hasOwn(states, type)
}

/** @param caller name of the method or hook */
export function restrictedUserError(restriction: SessionRestriction, caller: string, or: string): Error {
  return new Error(
    `The user ${states[restriction]} but ${caller} was called with { or: '${or}' }. Pass \`includeRestricted: true\` where such a user may go on.`,
  )
}
