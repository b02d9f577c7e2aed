import type { CurrentUser, TeamMember } from '@portico/react'

/** The name of a member for a user. Members choose their names, and may have none. */
export function nameOf({ user: { id, teamProfile } }: TeamMember, user: CurrentUser): string {
  return id === user.id ? 'You' : (teamProfile.displayName ?? 'A reader without a name')
}
