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
      // The module of the app fails, so nothing of the page renders.
      inDevelopment(({ showNotice }) => showNotice(error))
      throw error
    }
  }

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

  usePartialUser(options: { from: 'token' } & TokenStoreOption<HasTokenStore>): TokenPartialUser | null {
    return hooks.partialUser(this, options)
  }

  useProject(): Project {
    return hooks.project(this)
  }

  useAccessToken(...[options]: OptionsArgument<HasTokenStore, TokenStoreOption<HasTokenStore>>): string | null {
    return hooks.tokens(this, options).accessToken
  }

  useRefreshToken(...[options]: OptionsArgument<HasTokenStore, TokenStoreOption<HasTokenStore>>): string | null {
    return hooks.tokens(this, options).refreshToken
  }

  useAuthHeaders(...[options]: OptionsArgument<HasTokenStore, TokenStoreOption<HasTokenStore>>): {
    'x-stack-auth': string
  } {
    return authHeadersOf(hooks.tokens(this, options))
  }

  useAuthJson(...[options]: OptionsArgument<HasTokenStore, TokenStoreOption<HasTokenStore>>): Tokens {
    return hooks.tokens(this, options)
  }

  useNavigate(): (to: string) => void {
    return hooks.navigate(this)
  }
}
