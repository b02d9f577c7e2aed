import type {
  ApiKeyOption,
  AuthenticateRequestOptions,
  IncomingRequest,
  OptionsArgument,
  RequestScope,
  RequestUserOptions,
  ServerGetUserOptions,
  ServerListTeamsOptions,
  ServerListUsersOptions,
  ServerTeamCreateOptions,
  ServerUserCreateOptions,
  UserApiKeyOption,
} from '@portico/client/server'
import type {
  AuthenticatedRequestWithHooks,
  CurrentServerUserWithHooks,
  ServerTeamListWithHooks,
  ServerTeamWithHooks,
  ServerUserListWithHooks,
  ServerUserWithHooks,
} from './server-records.ts'

/** The methods of apps and request scopes whose objects have hooks. */
interface RecordMethods {
  /** Lists users of the project. */
  listUsers(options?: ServerListUsersOptions): Promise<ServerUserListWithHooks>
  /** Creates a user. */
  createUser(options: ServerUserCreateOptions): Promise<ServerUserWithHooks>
  /** Returns any team by id, or the team of an API key. */
  getTeam(id: string): Promise<ServerTeamWithHooks | null>
  getTeam(options: ApiKeyOption): Promise<ServerTeamWithHooks | null>
  /** Lists teams of the project. */
  listTeams(options?: ServerListTeamsOptions): Promise<ServerTeamListWithHooks>
  /** Creates a team. */
  createTeam(options: ServerTeamCreateOptions): Promise<ServerTeamWithHooks>
}

/** The methods of a server or admin app with these objects. `PorticoServerApp` of `@portico/client` describes them. */
export interface AppMethodsWithHooks<HasTokenStore extends boolean, UserExtras> extends RecordMethods {
  getUser(id: string): Promise<ServerUserWithHooks | null>
  getUser(options: UserApiKeyOption): Promise<ServerUserWithHooks | null>
  getUser(
    options: ServerGetUserOptions<HasTokenStore> & { or: 'redirect' | 'throw' | 'anonymous' },
  ): Promise<CurrentServerUserWithHooks & UserExtras>
  getUser(
    ...options: OptionsArgument<HasTokenStore, ServerGetUserOptions<HasTokenStore>>
  ): Promise<(CurrentServerUserWithHooks & UserExtras) | null>
  authenticateRequest(
    request: IncomingRequest,
    options?: AuthenticateRequestOptions,
  ): Promise<AuthenticatedRequestWithHooks | null>
}

/** The methods of a request scope with these objects. `RequestScope` of `@portico/client` describes them. */
export interface ScopeMethodsWithHooks extends RecordMethods, Pick<RequestScope, 'verifyAccessToken'> {
  /** Returns any user by id, or null for an unknown id. */
  getUser(id: string): Promise<ServerUserWithHooks | null>
  /** Checks an API key and returns its user, or null if the key is not valid. */
  getUser(options: UserApiKeyOption): Promise<ServerUserWithHooks | null>
  /** Returns the user who sent the request. */
  getUser(options: RequestUserOptions & { or: 'throw' }): Promise<CurrentServerUserWithHooks>
  getUser(options?: RequestUserOptions): Promise<CurrentServerUserWithHooks | null>
  /** Returns who sent the request, by session or API key, or null. */
  authenticateRequest(options?: AuthenticateRequestOptions): Promise<AuthenticatedRequestWithHooks | null>
}
