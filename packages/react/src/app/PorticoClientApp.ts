import {
  type GetUserOptions,
  type OptionsArgument,
  PorticoClientApp as ClientApp,
  type Project,
  type TokenPartialUser,
  type Tokens,
  type TokenStoreOption,
} from '@portico/client'
import type { AppWithHooks, CurrentUserWithHooks } from './app-with-hooks.ts'
import { inDevelopment } from './development.ts'
import { useNavigateOf } from './navigate.ts'
import { usePartialUserOf } from './usePartialUser.ts'
import { useProjectOf } from './useProject.ts'
import { authHeadersOf, useTokensOf } from './useTokens.ts'
import { useUserOf } from './useUser.ts'

// Aliases without the `use` prefix: lint rules report hooks that are called inside a class.
const hooks = {
  user: useUserOf,
  partialUser: usePartialUserOf,
  project: useProjectOf,
  navigate: useNavigateOf,
  tokens: useTokensOf,
}

/** The client app with hooks; `AppWithHooks` describes them. */
export class PorticoClientApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
  UserExtras = unknown,
>
  extends ClientApp<HasTokenStore, ProjectId, UserExtras>
  implements AppWithHooks<HasTokenStore, ProjectId>
{
  constructor(...given: ConstructorParameters<typeof ClientApp<HasTokenStore, ProjectId, UserExtras>>) {
    try {
      super(...given)
    } catch (error) {
      // The app's module throws, so nothing on the page renders.
      inDevelopment(({ showNotice }) => showNotice(error))
      throw error
    }
  }

  /** Returns the signed-in user and renders again when the user changes. Suspends until the user is loaded. */
  useUser(
    options: GetUserOptions<HasTokenStore> & { or: 'redirect' | 'throw' | 'anonymous' },
  ): CurrentUserWithHooks & UserExtras
  useUser(
    ...options: OptionsArgument<HasTokenStore, GetUserOptions<HasTokenStore>>
  ): (CurrentUserWithHooks & UserExtras) | null
  useUser(options?: GetUserOptions): (CurrentUserWithHooks & UserExtras) | null {
    // Unchecked cast: the app has created the user with the further members.
    return hooks.user(this, options) as (CurrentUserWithHooks & UserExtras) | null
  }

  /** Returns the user as the access token describes them, without a request. For display only. */
  usePartialUser(options: { from: 'token' } & TokenStoreOption<HasTokenStore>): TokenPartialUser | null {
    return hooks.partialUser(this, options)
  }

  /** Returns the public data of the project. */
  useProject(): Project {
    return hooks.project(this)
  }

  /** Returns an access token that is valid for at least 20 s, or null without a user. */
  useAccessToken(...[options]: OptionsArgument<HasTokenStore, TokenStoreOption<HasTokenStore>>): string | null {
    return hooks.tokens(this, options).accessToken
  }

  /** Returns the refresh token, or null without a user. */
  useRefreshToken(...[options]: OptionsArgument<HasTokenStore, TokenStoreOption<HasTokenStore>>): string | null {
    return hooks.tokens(this, options).refreshToken
  }

  /** Returns headers for a request to your own backend. */
  useAuthHeaders(...[options]: OptionsArgument<HasTokenStore, TokenStoreOption<HasTokenStore>>): {
    'x-stack-auth': string
  } {
    return authHeadersOf(hooks.tokens(this, options))
  }

  /** Returns both tokens, for transports without headers. */
  useAuthJson(...[options]: OptionsArgument<HasTokenStore, TokenStoreOption<HasTokenStore>>): Tokens {
    return hooks.tokens(this, options)
  }

  /** Returns a function that navigates with the redirect method of the app. */
  useNavigate(): (to: string) => void {
    return hooks.navigate(this)
  }
}
