import {
  type GetUserOptions,
  PorticoClientApp as ClientApp,
  type Project,
  type Tokens,
  type TokenStoreOption,
} from '@portico/client'
import type { AppWithHooks, CurrentUserWithHooks } from './app-with-hooks.ts'
import { useNavigateOf } from './navigate.ts'
import { useProjectOf } from './useProject.ts'
import { authHeadersOf, useTokensOf } from './useTokens.ts'
import { useUserOf } from './useUser.ts'

// Aliases without the `use` prefix: lint rules report hooks that are called inside a class.
const hooks = { user: useUserOf, project: useProjectOf, navigate: useNavigateOf, tokens: useTokensOf }

/** The client app with hooks; `AppWithHooks` describes them. */
export class PorticoClientApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
  UserExtras = unknown,
>
  extends ClientApp<HasTokenStore, ProjectId, UserExtras>
  implements AppWithHooks<HasTokenStore, ProjectId>
{
  useUser(options: GetUserOptions & { or: 'redirect' | 'throw' | 'anonymous' }): CurrentUserWithHooks & UserExtras
  useUser(options?: GetUserOptions): (CurrentUserWithHooks & UserExtras) | null
  useUser(options?: GetUserOptions): (CurrentUserWithHooks & UserExtras) | null {
    // Unchecked cast: the app has created the user with the further members.
    return hooks.user(this, options) as (CurrentUserWithHooks & UserExtras) | null
  }

  useProject(): Project {
    return hooks.project(this)
  }

  useAccessToken(options?: TokenStoreOption): string | null {
    return hooks.tokens(this, options).accessToken
  }

  useRefreshToken(options?: TokenStoreOption): string | null {
    return hooks.tokens(this, options).refreshToken
  }

  useAuthHeaders(options?: TokenStoreOption): { 'x-stack-auth': string } {
    return authHeadersOf(hooks.tokens(this, options))
  }

  useAuthJson(options?: TokenStoreOption): Tokens {
    return hooks.tokens(this, options)
  }

  useNavigate(): (to: string) => void {
    return hooks.navigate(this)
  }
}
