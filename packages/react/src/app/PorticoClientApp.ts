import { PorticoClientApp as ClientApp } from '@portico/client'
import type { CurrentUser, GetUserOptions, Project } from '@portico/client'
import { useNavigateOf } from './navigate.ts'
import { useProjectOf } from './useProject.ts'
import { useUserOf } from './useUser.ts'

// By other names, because tools take a class that calls `use…` for a component that may not.
const hooks = { user: useUserOf, project: useProjectOf, navigate: useNavigateOf }

/** The client app with a hook beside each of its readers. */
export class PorticoClientApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends ClientApp<HasTokenStore, ProjectId> {
  /** The same as the hook `useUser`, for this app. */
  useUser(options: GetUserOptions & { or: 'redirect' | 'throw' | 'anonymous' }): CurrentUser
  useUser(options?: GetUserOptions): CurrentUser | null
  useUser(options?: GetUserOptions): CurrentUser | null {
    return hooks.user(this, options)
  }

  /** The same as the hook `useProject`, for this app. */
  useProject(): Project {
    return hooks.project(this)
  }

  /** Gives a function that navigates by the app's redirect method. */
  useNavigate(): (to: string) => void {
    return hooks.navigate(this)
  }
}
