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

/** An account at a provider, with a hook for its token. */
export interface OAuthConnectionWithHooks extends OAuthConnection {
  /** A token for the provider's own API. Suspends until it is loaded. */
  useAccessToken(): { readonly accessToken: string }
}

/** The signed-in user with a hook for connected accounts. */
export interface CurrentUserWithHooks extends CurrentUser {
  /** The same as the hook `useConnectedAccount`, for this user. */
  useConnectedAccount(
    provider: string,
    options: ConnectedAccountOptions & { or: 'redirect' | 'throw' },
  ): OAuthConnectionWithHooks
  useConnectedAccount(provider: string, options?: ConnectedAccountOptions): OAuthConnectionWithHooks | null
}

/** The client app with a hook beside each of its readers. */
export interface AppWithHooks<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends PorticoClientApp<HasTokenStore, ProjectId> {
  /** The same as the hook `useUser`, for this app. */
  useUser(options: GetUserOptions & { or: 'redirect' | 'throw' | 'anonymous' }): CurrentUserWithHooks
  useUser(options?: GetUserOptions): CurrentUserWithHooks | null
  /** The same as the hook `useProject`, for this app. */
  useProject(): Project
  /** The same as the hook of that name, for this app. */
  useAccessToken(options?: TokenStoreOption): string | null
  /** The same as the hook of that name, for this app. */
  useRefreshToken(options?: TokenStoreOption): string | null
  /** The same as the hook of that name, for this app. */
  useAuthHeaders(options?: TokenStoreOption): { 'x-stack-auth': string }
  /** The same as the hook of that name, for this app. */
  useAuthJson(options?: TokenStoreOption): Tokens
  /** Gives a function that navigates by the app's redirect method. */
  useNavigate(): (to: string) => void
}
