import type { UserApiKeyActions } from '../resources/api-keys.ts'
import type {
  AccountName,
  ConnectedAccountOptions,
  OAuthConnection,
  OAuthProvider,
} from '../resources/connected-accounts.ts'
import type { ServerContactChannelActions } from '../resources/contact-channels.ts'
import type { Passkey } from '../resources/passkeys.ts'
import type { Json, SessionMethods, SignOutOptions, User, UserUpdateOptions } from '../resources/current-user.ts'
import type { PermissionActions, PermissionArguments } from '../resources/permissions.ts'
import type { RoleMethods, TeamMemberProfile } from '../resources/team-members.ts'
import type { TeamConnection } from './team-connections.ts'
import type { TeamActions, TeamCreateOptions, TeamFields, TeamMethods, TeamUpdateOptions } from '../resources/teams.ts'
import type { PasswordRefused, PasswordUpdateRefused } from '../sign-in/password.ts'
import type { RememberedDevice } from '../resources/remembered-devices.ts'
import type { ActiveSession, SessionActions } from '../resources/sessions.ts'
import type { ServerUserFields, ServerUserOptions, TeamConnectionOptions } from '../transport/record-fields.ts'

/** Estimates from 0 to 100 that your servers have set. The service computes none. */
export interface RiskScores {
  /** From 0 to 100. */
  readonly signUp: { readonly bot: number; readonly freeTrialAbuse: number }
}

/** While a user is suspended, they have no session, and no sign-in creates one. */
export interface Suspension {
  /** Shown to the user after the complete proof of a sign-in. */
  readonly reason: string | null
  /** Never shown to the user. */
  readonly privateDetails: string | null
  /** Null: until it is lifted. */
  readonly until: Date | null
}

/** The fields of a user that only servers read. */
export interface ServerBaseUser extends User, ServerUserFields {
  /** When the user last used a session. See `hasBeenActive`. */
  readonly lastActiveAt: Date | null
  /** Why and until when the user is suspended; null if the user is not. */
  readonly suspension: Suspension | null
  /** How suspicious the sign-up was. */
  readonly riskScores: RiskScores
}

/** The fields of a user that only servers change. */
interface ServerFields extends ServerUserOptions {
  /** Ends all sessions of the user at once and refuses sign-ins. Null lifts the suspension. */
  suspension?: Partial<Suspension> | null
  /** Scores of your own fraud checks. */
  riskScores?: RiskScores
}

/** Changes to any user. Absent fields keep their value. */
export interface ServerUserUpdateOptions extends Omit<UserUpdateOptions, 'totpCode'>, ServerFields {
  /** Makes an anonymous user a normal one. */
  isAnonymous?: false
}

/** The fields of a new user. */
export interface ServerUserCreateOptions
  extends Omit<UserUpdateOptions, 'totpCode' | 'selectedTeamId' | 'passkeyAuthEnabled'>, ServerFields {
  /** The id of the user, such as the one of another system: a UUID that no other user of the project has. */
  id?: string
  /** When the user signed up in another system. Not in the future. Default: now. */
  signedUpAt?: Date
  /** Creates an anonymous user, who can sign up later. */
  isAnonymous?: boolean
  /** Accounts at enabled providers that the user signs in with. */
  oauthProviders?: readonly {
    /** The id of the provider, such as `github`. */
    id: string
    /** The id of the account at the provider. */
    accountId: string
    email?: string | null
  }[]
}

/** Lifetime, kind and reason of a session that a server creates. */
export interface CreateSessionOptions {
  /** Lifetime of the session. Default: 365 days. */
  expiresInMillis?: number
  /** Marks the session in its tokens, in lists and in the audit. It cannot change the profile or credentials. */
  isImpersonation?: boolean
  /** Why the session is created, at most 256 characters. The audit log keeps it. */
  reason?: string
}

/** A session that the server created. The tokens are those of its creation: the SDK does not refresh them. */
export interface CreatedSession {
  /** Returns the tokens of the session, for your own client. */
  getTokens(): Promise<{ readonly accessToken: string; readonly refreshToken: string }>
}

/** Changes to a team by a server. Absent fields keep their value. */
export interface ServerTeamUpdateOptions extends TeamUpdateOptions {
  /** Replaces the data that members can read and only servers can write. */
  clientReadOnlyMetadata?: Json
  /** Replaces the data that only servers can read and write. */
  serverMetadata?: Json
}

/** The fields of a new team that a server creates. */
export interface ServerTeamCreateOptions extends Omit<ServerTeamUpdateOptions, 'displayName'>, TeamCreateOptions {
  /** The first member, who gets the permissions of team creators. Without it, the team has no members. */
  creatorUserId?: string
  /** The id of the team, such as the one of another system: a UUID that no other team of the project has. */
  id?: string
  /** When the team was created in another system. Not in the future. Default: now. */
  createdAt?: Date
}

/** The number of members and open invitations of a team, and its last activity. */
export interface TeamSummary {
  /** At most 1,000. */
  readonly memberCount: number
  /** The team has more members than `memberCount`. */
  readonly isMemberCountCapped: boolean
  /** The number of invitations that can still be accepted. */
  readonly openInvitationCount: number
  /** The last activity of a member. Null without members, and if `isMemberCountCapped`. */
  readonly lastActiveAt: Date | null
}

/** Any team of the project, as an immutable snapshot. The methods need no permission. */
export interface ServerTeam extends TeamFields, Omit<TeamMethods, 'update' | 'listUsers'> {
  /** When the team was created. */
  readonly createdAt: Date
  /** Data of your app that only servers can read and write. */
  readonly serverMetadata: Json
  /** Present in a list with `includeSummary`. */
  readonly summary?: TeamSummary
  /** Changes the given fields. */
  update(options: ServerTeamUpdateOptions): Promise<void>
  /** Lists the members in the order in which they joined. */
  listUsers(): Promise<ServerTeamUser[]>
  /** Adds a member, who gets the default permissions of members. */
  addUser(userId: string): Promise<void>
  /** Connects the team to an OpenID Connect issuer of its own, after reading the discovery document of the issuer. */
  createConnection(options: TeamConnectionOptions): Promise<TeamConnection>
  /** Lists the team's connections to its own issuers, oldest first. */
  listConnections(): Promise<TeamConnection[]>
}

/** A member of a team. */
export interface ServerTeamUser extends ServerUser, RoleMethods {
  /** The name and the picture of the user in this team. */
  readonly teamProfile: TeamMemberProfile
}

/** What a server can do with the teams and permissions of a user. */
export interface ServerTeamActions
  extends PermissionActions, Omit<TeamActions, 'createTeam' | 'listTeams' | 'getTeam' | keyof PermissionActions> {
  /** Creates a team with the user as its first member, and selects it for the user. */
  createTeam(options: Omit<ServerTeamCreateOptions, 'creatorUserId'>): Promise<ServerTeam>
  /** Oldest first. */
  listTeams(): Promise<ServerTeam[]>
  /** Returns null if the user is not a member of the team. */
  getTeam(id: string): Promise<ServerTeam | null>
  /** Grants a permission in a team, or without a team in the whole project. */
  grantPermission(...teamAndId: PermissionArguments): Promise<void>
  /** Revokes a permission that was granted directly. */
  revokePermission(...teamAndId: PermissionArguments): Promise<void>
}

/** What a server can do with any user. */
export interface ServerUserActions
  extends
    Omit<SessionActions, 'revokeOtherSessions'>,
    ServerContactChannelActions,
    ServerTeamActions,
    UserApiKeyActions {
  /** Changes the given fields of the user. */
  update(options: ServerUserUpdateOptions): Promise<void>
  /** Changes the name; null removes it. */
  setDisplayName(displayName: string | null): Promise<void>
  /** Replaces the data that the user can write. */
  setClientMetadata(metadata: Json): Promise<void>
  /** Replaces the data that the user can read and only servers can write. */
  setClientReadOnlyMetadata(metadata: Json): Promise<void>
  /** Replaces the data that only servers can read and write. */
  setServerMetadata(metadata: Json): Promise<void>
  /** The address is unverified, unless `verified` is true. */
  setPrimaryEmail(email: string | null, options?: { verified?: boolean }): Promise<void>
  /** Ends all sessions of the user. Throws if the password is refused. */
  setPassword(options: { password: string }): Promise<PasswordRefused | void>
  /** Ends all sessions of the user at once, and refuses sign-ins until the end of the suspension. */
  suspend(suspension?: Partial<Suspension>): Promise<void>
  /** Ends a suspension, so that the user can sign in again. */
  liftSuspension(): Promise<void>
  /** Deletes the user with all sessions, keys and memberships. */
  delete(): Promise<void>
  /** Newest first. Only an admin app lists impersonating sessions. */
  getActiveSessions(): Promise<ActiveSession[]>
  /** Signs the user out everywhere. */
  revokeAllSessions(): Promise<void>
  /** Signs the user in without a sign-in method, for your own client or as an impersonation. */
  createSession(options?: CreateSessionOptions): Promise<CreatedSession>
  /** Returns a connected account that has these scopes. A server cannot redirect the user to connect one. */
  getConnectedAccount(
    account: AccountName,
    options: ServerConnectedAccountOptions & { or: 'throw' },
  ): Promise<OAuthConnection>
  getConnectedAccount(account: AccountName, options?: ServerConnectedAccountOptions): Promise<OAuthConnection | null>
  /** Lists the accounts at providers that the user has connected. */
  listConnectedAccounts(): Promise<OAuthConnection[]>
  /** Lists the same accounts with their addresses, to show and disconnect them. */
  listOAuthProviders(): Promise<OAuthProvider[]>
  /** Returns one of these accounts by the id of its provider, or null. */
  getOAuthProvider(id: string): Promise<OAuthProvider | null>
  /** Oldest first. A server may also remove the user's only sign-in method. */
  listPasskeys(): Promise<Passkey[]>
  /** Newest first. */
  listRememberedDevices(): Promise<RememberedDevice[]>
}

/** Which scopes an account at a provider needs, and what a server gets without them. */
export interface ServerConnectedAccountOptions extends Omit<ConnectedAccountOptions, 'or'> {
  /** What to do without such an account. Default: `return-null`. */
  or?: 'return-null' | 'throw'
}

/** Any user of the project, as an immutable snapshot. */
export interface ServerUser extends ServerBaseUser, ServerUserActions {
  /** The team that the user works in; null without a selection. */
  readonly selectedTeam: ServerTeam | null
}

/** The user of a session, with the server's rights. */
export interface CurrentServerUser extends ServerUser, Omit<SessionMethods, 'registerPasskey' | 'signOut'> {
  /** Resolves to undefined, or to the error that the form shows. Ends all other sessions of the user. */
  updatePassword(options: { oldPassword: string; newPassword: string }): Promise<PasswordUpdateRefused | void>
  /** Ends all sessions of the user except the current one. */
  revokeOtherSessions(): Promise<void>
  /** Ends the session on the service. A server that keeps the tokens, such as in cookies, removes them there. */
  signOut(options?: SignOutOptions): Promise<void>
}
