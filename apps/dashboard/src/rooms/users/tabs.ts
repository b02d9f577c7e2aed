import type { ListedUser } from '../../data/users.ts'
import type { Confirmation } from '../../page/useConfirmation.tsx'

/** The tabs of a user, as in the address. */
export const userTabs = ['profile', 'sign-in', 'teams', 'permissions', 'keys', 'metadata', 'events'] as const

export type UserTab = (typeof userTabs)[number]

export interface UserTabProps {
  readonly user: ListedUser
  /** Opens the dialog that confirms an act on the user. */
  readonly onAct: (type: 'suspend' | 'delete') => void
}

/** A part of the tab about sign-in. */
export interface SignInPartProps {
  readonly user: ListedUser
  /** Opens the dialog that confirms an act. */
  readonly ask: (confirmation: Confirmation) => void
}
