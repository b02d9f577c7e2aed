import type {
  AccountName,
  CurrentServerUser,
  EditableTeamMemberProfile,
  ListPermissionsOptions,
  OAuthProvider,
  ProjectPermission,
  ReceivedTeamInvitation,
  ServerConnectedAccountOptions,
  ServerContactChannel,
  ServerTeam,
  ServerTeamList,
  ServerTeamUser,
  ServerUser,
  ServerUserList,
  TeamApiKey,
  TeamInvitation,
  TeamMemberPermission,
  TeamPermission,
  TeamReference,
  UserApiKey,
} from '@portico/client/server'
import type { OAuthConnectionWithHooks } from './app-with-hooks.ts'

/** Any team with a hook for each of its read methods. Do not change the arrays: every component shows the same ones. */
export interface ServerTeamWithHooks extends Omit<ServerTeam, 'listUsers'> {
  /** Lists the members in the order in which they joined. */
  listUsers(): Promise<ServerTeamUserWithHooks[]>
  /** Returns the members of the team in the order in which they joined. */
  useUsers(): ServerTeamUserWithHooks[]
  /** Returns the open invitations to the team. */
  useInvitations(): TeamInvitation[]
  /** Returns the permissions of the members. */
  useMemberPermissions(options?: ListPermissionsOptions): TeamMemberPermission[]
  /** Returns the API keys of the team, newest first, with those that are revoked or expired. */
  useApiKeys(): TeamApiKey[]
}

/** The members with which a user with hooks replaces those of the client, and the hooks. */
export interface ServerUserHooks {
  /** The team that the user works in; null without a selection. */
  readonly selectedTeam: ServerTeamWithHooks | null
  /** Creates a team with the user as its first member, and selects it for the user. */
  createTeam(...options: Parameters<ServerUser['createTeam']>): Promise<ServerTeamWithHooks>
  /** Oldest first. */
  listTeams(): Promise<ServerTeamWithHooks[]>
  /** Returns null if the user is not a member of the team. */
  getTeam(id: string): Promise<ServerTeamWithHooks | null>
  /** Returns the teams of the user, oldest first. */
  useTeams(): ServerTeamWithHooks[]
  /** Returns null if the user is not a member of the team. */
  useTeam(id: string): ServerTeamWithHooks | null
  /** Returns the name and the picture that the user has in a team. */
  useTeamProfile(team: TeamReference): EditableTeamMemberProfile
  /** Returns the invitations that the user has received. */
  useTeamInvitations(): ReceivedTeamInvitation[]
  /** Returns the permissions of the user in a team, or in the project. */
  usePermissions(team: TeamReference, options?: ListPermissionsOptions): TeamPermission[]
  usePermissions(options?: ListPermissionsOptions): ProjectPermission[]
  /** Returns null if the user does not have the permission. */
  usePermission(team: TeamReference, permissionId: string): TeamPermission | null
  usePermission(permissionId: string): ProjectPermission | null
  /** Oldest first. */
  useContactChannels(): ServerContactChannel[]
  /** Returns the API keys of the user, newest first, with those that are revoked or expired. */
  useApiKeys(): UserApiKey[]
  /** Returns a connected account that has these scopes. A server cannot redirect the user to connect one. */
  getConnectedAccount(
    account: AccountName,
    options: ServerConnectedAccountOptions & { or: 'throw' },
  ): Promise<OAuthConnectionWithHooks>
  getConnectedAccount(
    account: AccountName,
    options?: ServerConnectedAccountOptions,
  ): Promise<OAuthConnectionWithHooks | null>
  /** Lists the accounts at providers that the user has connected. */
  listConnectedAccounts(): Promise<OAuthConnectionWithHooks[]>
  /** Returns a connected account that has these scopes. */
  useConnectedAccount(
    account: AccountName,
    options: ServerConnectedAccountOptions & { or: 'throw' },
  ): OAuthConnectionWithHooks
  useConnectedAccount(account: AccountName, options?: ServerConnectedAccountOptions): OAuthConnectionWithHooks | null
  /** Returns the accounts at providers that the user has connected. */
  useConnectedAccounts(): OAuthConnectionWithHooks[]
  /** Returns the same accounts with their addresses. */
  useOAuthProviders(): OAuthProvider[]
  /** Returns one of these accounts by the id of its provider, or null. */
  useOAuthProvider(id: string): OAuthProvider | null
}

/** Any user with a hook for each read method. Do not change the arrays: every component shows the same ones. */
export interface ServerUserWithHooks extends Omit<ServerUser, keyof ServerUserHooks>, ServerUserHooks {}

/** The user of a session with the same hooks. */
export interface CurrentServerUserWithHooks extends Omit<CurrentServerUser, keyof ServerUserHooks>, ServerUserHooks {}

/** A member of a team with the same hooks. */
export interface ServerTeamUserWithHooks extends Omit<ServerTeamUser, keyof ServerUserHooks>, ServerUserHooks {}

/** A page of users with hooks. */
export type ServerUserListWithHooks = ServerUserWithHooks[] & Pick<ServerUserList, 'nextCursor' | 'total'>

/** A page of teams with hooks. */
export type ServerTeamListWithHooks = ServerTeamWithHooks[] & Pick<ServerTeamList, 'nextCursor' | 'total'>

/** Who has sent a request, with hooks. */
export type AuthenticatedRequestWithHooks =
  | { readonly type: 'session'; readonly user: CurrentServerUserWithHooks }
  | { readonly type: 'user-api-key'; readonly user: ServerUserWithHooks; readonly apiKey: UserApiKey }
  | { readonly type: 'team-api-key'; readonly team: ServerTeamWithHooks; readonly apiKey: TeamApiKey }
