import type { TeamApiKey, UserApiKey } from './api-keys.ts'
import type { AccountName, OAuthConnection, OAuthProvider } from './connected-accounts.ts'
import type { ContactChannel } from './contact-channels.ts'
import type { ProjectPermission, TeamMemberPermission, TeamPermission } from './permissions.ts'
import type { Team } from './teams.ts'
import type { ReceivedTeamInvitation, TeamInvitation } from './team-invitations.ts'
import type { EditableTeamMemberProfile, TeamUser } from './team-members.ts'

/**
 * The cached reads of a session's user, besides the user.
 *
 * @internal
 */
export interface UserReads {
  teams: Team[]
  receivedInvitations: ReceivedTeamInvitation[]
  teamProfile: EditableTeamMemberProfile
  members: TeamUser[]
  invitations: TeamInvitation[]
  memberPermissions: TeamMemberPermission[]
  teamPermissions: TeamPermission[]
  projectPermissions: ProjectPermission[]
  apiKeys: UserApiKey[]
  teamApiKeys: TeamApiKey[]
  contactChannels: ContactChannel[]
  connectedAccounts: OAuthConnection[]
  /** Renewed while there is a subscriber. */
  accountToken: { accessToken: string }
  oauthProviders: OAuthProvider[]
}

/** Reads that a change affects: all with this name, or those about one team, such as `members <id of the team>`. */
export type ChangedReads = keyof UserReads | `${keyof UserReads} ${string}`

/**
 * Which records a cached read returns.
 *
 * @internal
 */
export interface ReadOptions {
  /** The team that the read is about. */
  readonly teamId?: string | undefined
  /** Whether permissions include contained ones. Default: true. */
  readonly isRecursive?: boolean
  /** The connected account that the read is about. */
  readonly account?: AccountName
  /** The scopes that its token must have. Default: none. */
  readonly scopes?: readonly string[]
}
