import type { CurrentUser, GetUserOptions, PorticoClientApp, Project } from '@portico/client'

/** The client app with a hook beside each of its readers. */
export interface AppWithHooks<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends PorticoClientApp<HasTokenStore, ProjectId> {
  /** The same as the hook `useUser`, for this app. */
  useUser(options: GetUserOptions & { or: 'redirect' | 'throw' | 'anonymous' }): CurrentUser
  useUser(options?: GetUserOptions): CurrentUser | null
  /** The same as the hook `useProject`, for this app. */
  useProject(): Project
  /** Gives a function that navigates by the app's redirect method. */
  useNavigate(): (to: string) => void
}
