import type {
  AccountName,
  ConnectedAccountOptions,
  ContactChannel,
  CurrentUser,
  GetUserOptions,
  OAuthConnection,
  OAuthProvider,
  OptionsArgument,
  PorticoClientApp,
  Project,
  TokenPartialUser,
  Tokens,
  TokenStoreOption,
} from '@portico/client'
import type { TeamHooks } from './team-hooks.ts'

/** An account at a provider, with a hook for its token. */
export interface OAuthConnectionWithHooks extends OAuthConnection {
  /**
   * Returns a token for the provider's API. Suspends until it is loaded. A client app renews it while a component shows
   * it.
   */
  useAccessToken(): { readonly accessToken: string }
}

/** The signed-in user with a hook for each read that components show. */
export interface CurrentUserWithHooks extends Omit<CurrentUser, keyof TeamHooks | 'currentSession'>, TeamHooks {
  /** The session that this object was read with, with the hook `useTokens`. */
  readonly currentSession: CurrentUser['currentSession'] & {
    /** Returns the tokens, which are refreshed before they expire. Suspends until they are loaded. */
    useTokens(): Tokens
  }
  /** The same as the hook `useConnectedAccount`, for this user. */
  useConnectedAccount(
    account: AccountName,
    options: ConnectedAccountOptions & { or: 'redirect' | 'throw' },
  ): OAuthConnectionWithHooks
  useConnectedAccount(account: AccountName, options?: ConnectedAccountOptions): OAuthConnectionWithHooks | null
  /** Do not change the array: every component shows the same one. */
  useConnectedAccounts(): OAuthConnectionWithHooks[]
  /** The same accounts with their addresses. Do not change the array: every component shows the same one. */
  useOAuthProviders(): OAuthProvider[]
  /** Returns one of these accounts by the id of its provider, or null. */
  useOAuthProvider(id: string): OAuthProvider | null
  /** Oldest first. Do not change the array: every component shows the same one. */
  useContactChannels(): ContactChannel[]
}

/** The client app with a hook for each of its read methods. */
export interface AppWithHooks<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends PorticoClientApp<HasTokenStore, ProjectId> {
  /** The same as the hook `useUser`, for this app. */
  useUser(options: GetUserOptions<HasTokenStore> & { or: 'redirect' | 'throw' | 'anonymous' }): CurrentUserWithHooks
  useUser(...options: OptionsArgument<HasTokenStore, GetUserOptions<HasTokenStore>>): CurrentUserWithHooks | null
  /** The same as the hook `usePartialUser`, for this app. */
  usePartialUser(options: { from: 'token' } & TokenStoreOption<HasTokenStore>): TokenPartialUser | null
  /** The same as the hook `useProject`, for this app. */
  useProject(): Project
  /** The same as the hook with this name, for this app. */
  useAccessToken(...options: OptionsArgument<HasTokenStore, TokenStoreOption<HasTokenStore>>): string | null
  /** The same as the hook with this name, for this app. */
  useRefreshToken(...options: OptionsArgument<HasTokenStore, TokenStoreOption<HasTokenStore>>): string | null
  /** The same as the hook with this name, for this app. */
  useAuthHeaders(...options: OptionsArgument<HasTokenStore, TokenStoreOption<HasTokenStore>>): {
    'x-stack-auth': string
  }
  /** The same as the hook with this name, for this app. */
  useAuthJson(...options: OptionsArgument<HasTokenStore, TokenStoreOption<HasTokenStore>>): Tokens
  /** Returns a function that navigates with the app's redirect method. */
  useNavigate(): (to: string) => void
}
