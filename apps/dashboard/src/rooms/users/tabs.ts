import type { ListedUser } from '../../data/users.ts'

/** The tabs of a user, as in the address. */
export const userTabs = ['profile', 'sign-in', 'teams', 'permissions', 'keys', 'metadata', 'events'] as const

export type UserTab = (typeof userTabs)[number]

export interface UserTabProps {
  readonly user: ListedUser
  /** Opens the dialog that confirms an act on the user. */
  readonly onAct: (type: 'suspend' | 'delete') => void
}
