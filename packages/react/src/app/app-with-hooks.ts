import type {
  ConnectedAccountOptions,
  CurrentUser,
  GetUserOptions,
  OAuthConnection,
  PorticoClientApp,
  Project,
  Tokens,
  TokenStoreOption,
} from '@portico/client'
import type { TeamHooks } from './team-hooks.ts'

/** An account at a provider, with a hook for its token. */
export interface OAuthConnectionWithHooks extends OAuthConnection {
  /** Returns a token for the provider's API. Suspends until it is loaded. */
  useAccessToken(): { readonly accessToken: string }
}

/** The signed-in user with a hook for each read that components show. */
export interface CurrentUserWithHooks extends Omit<CurrentUser, keyof TeamHooks | 'currentSession'>, TeamHooks {
  readonly currentSession: CurrentUser['currentSession'] & {
    /** Returns the tokens, which are refreshed before they expire. Suspends until they are loaded. */
    useTokens(): Tokens
  }
  /** The same as the hook `useConnectedAccount`, for this user. */
  useConnectedAccount(
    provider: string,
    options: ConnectedAccountOptions & { or: 'redirect' | 'throw' },
  ): OAuthConnectionWithHooks
  useConnectedAccount(provider: string, options?: ConnectedAccountOptions): OAuthConnectionWithHooks | null
}

/** The client app with a hook for each of its read methods. */
export interface AppWithHooks<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends PorticoClientApp<HasTokenStore, ProjectId> {
  /** The same as the hook `useUser`, for this app. */
  useUser(options: GetUserOptions & { or: 'redirect' | 'throw' | 'anonymous' }): CurrentUserWithHooks
  useUser(options?: GetUserOptions): CurrentUserWithHooks | null
  /** The same as the hook `useProject`, for this app. */
  useProject(): Project
  /** The same as the hook with this name, for this app. */
  useAccessToken(options?: TokenStoreOption): string | null
  /** The same as the hook with this name, for this app. */
  useRefreshToken(options?: TokenStoreOption): string | null
  /** The same as the hook with this name, for this app. */
  useAuthHeaders(options?: TokenStoreOption): { 'x-stack-auth': string }
  /** The same as the hook with this name, for this app. */
  useAuthJson(options?: TokenStoreOption): Tokens
  /** Returns a function that navigates with the app's redirect method. */
  useNavigate(): (to: string) => void
}
