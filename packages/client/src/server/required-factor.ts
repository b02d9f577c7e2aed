import type { ServerBaseUser } from './server-user.ts'

/** Decides about a user who must set up the second factor that the project requires. */
export interface RestrictedUserOptions {
  /**
   * Also returns a user who must set up the second factor that the project requires, and who has proved only a password or another first
   * factor. Default: false, so that such a user counts as signed out.
   */
  includeRestricted?: boolean
}

/** Whether the user can only set up the second factor that the project requires. */
export function isWithoutRequiredFactor({ restrictedReason }: Pick<ServerBaseUser, 'restrictedReason'>): boolean {
  return restrictedReason?.type === 'second_factor_required'
}

/** @param caller name of the method or hook */
export function requiredFactorError(caller: string, or: string): Error {
  return new Error(
    `The user must set up a second factor but ${caller} was called with { or: '${or}' }. Pass \`includeRestricted: true\` where such a user may go on.`,
  )
}
