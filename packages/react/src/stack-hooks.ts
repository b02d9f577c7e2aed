'use client'

import type { CurrentUserWithHooks } from './app/app-with-hooks.ts'
import type { OwnerActionsWithHooks } from './app/owner-hooks.ts'
import { usePorticoApp, useUser as usePorticoUser, type UsePorticoAppOptions, type UseUserOptions } from './react.ts'
import type { StackAdminApp } from './stack-admin-app.ts'
import type { StackClientApp } from './stack-client-app.ts'

/** The users of the project "internal" own projects. */
type StackUser<ProjectId> = CurrentUserWithHooks &
  (ProjectId extends 'internal' ? OwnerActionsWithHooks<StackAdminApp<false>> : unknown)

/** Options that name the project, and with it the type of what a hook returns. */
type InProject<ProjectId extends string, Options> = Omit<Options, 'projectIdMustMatch'> & {
  readonly projectIdMustMatch?: ProjectId
}

/** The options of `useUser`. */
export type StackUserOptions<ProjectId extends string = string> = InProject<ProjectId, UseUserOptions>

interface UseStackUser {
  <const ProjectId extends string = string>(
    options: StackUserOptions<ProjectId> & { or: 'redirect' | 'throw' | 'anonymous' },
  ): StackUser<ProjectId>
  <const ProjectId extends string = string>(options?: StackUserOptions<ProjectId>): StackUser<ProjectId> | null
}

/** `usePorticoApp` under its original name. The cast is safe if the provider has an app of this entry. */
export const useStackApp = usePorticoApp as <const ProjectId extends string = string>(
  options?: InProject<ProjectId, UsePorticoAppOptions>,
) => StackClientApp<boolean, ProjectId>

/**
 * `useUser` with the type of the original SDK: `projectIdMustMatch: 'internal'` returns an owner of projects. The cast
 * is safe if the provider has an app of this entry.
 */
export const useUser = usePorticoUser as UseStackUser
