import type { User } from './user.ts'

/** What restricts every session of a user, whatever it has proved (decision 084). */
export type UserRestriction = 'waiting' | 'email_not_verified'

/** The fields that {@link restrictionOfUser} reads. */
export type UserWithState = Pick<User, 'heldAt' | 'isVerifiedEmailRequired' | 'primaryEmailVerified'>

/** Decides whether a user's state restricts all of their sessions. */
export function restrictionOfUser(user: UserWithState): UserRestriction | null {
  // guard: a user on the waiting list is restricted [admission]
  if (user.heldAt) return 'waiting'
  // guard: a required address is a verified one (replace `!user.primaryEmailVerified` with `false`) [admission]
  return user.isVerifiedEmailRequired && !user.primaryEmailVerified ? 'email_not_verified' : null
}
