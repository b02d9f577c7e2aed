import { type CurrentUser, type GetUserOptions, PorticoClientApp as ClientApp, type Project } from '@portico/client'
import type { AppWithHooks } from './app-with-hooks.ts'
import { useNavigateOf } from './navigate.ts'
import { useProjectOf } from './useProject.ts'
import { useUserOf } from './useUser.ts'

// By other names, because tools take a class that calls `use…` for a component that may not.
const hooks = { user: useUserOf, project: useProjectOf, navigate: useNavigateOf }

/** The client app with hooks; `AppWithHooks` describes them. */
export class PorticoClientApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string>
  extends ClientApp<HasTokenStore, ProjectId>
  implements AppWithHooks<HasTokenStore, ProjectId>
{
  useUser(options: GetUserOptions & { or: 'redirect' | 'throw' | 'anonymous' }): CurrentUser
  useUser(options?: GetUserOptions): CurrentUser | null
  useUser(options?: GetUserOptions): CurrentUser | null {
    return hooks.user(this, options)
  }

  useProject(): Project {
    return hooks.project(this)
  }

  useNavigate(): (to: string) => void {
    return hooks.navigate(this)
  }
}
