import { column, columns, type RowOf } from '../../kernel/columns.ts'
import { KnownError } from '../../kernel/errors.ts'

/** The columns of a membership with the user's profile in the team. */
export const memberColumns = columns({
  teamId: column<string>('team_id'),
  userId: column<string>('user_id'),
  /** The name of the user in this team; null for the name of the user. */
  displayName: column<string | null>('display_name'),
  /** The image of the user in this team, as stored; null for the image of the user. */
  profileImage: column<string | null>('profile_image_url'),
  /** The team that the user works in at the moment. */
  isSelected: column<boolean>('is_selected'),
  createdAt: column<Date>('created_at'),
})

export type TeamMember = RowOf<typeof memberColumns>

/** Names one membership. */
export type MemberKey = Pick<TeamMember, 'teamId' | 'userId'>

/** The error about a user who is not a member of the team. */
export function notAMember({ teamId, userId }: MemberKey): KnownError {
  return new KnownError('TEAM_MEMBERSHIP_NOT_FOUND', { team_id: teamId, user_id: userId })
}
