/**
 * This package's exports under the names of the original SDK. A migrating app changes only the package in its
 * imports.
 */
import type { SessionMethods } from '@portico/client'
import type { AdminOwnedProject as OwnedProject } from '@portico/client/stack'
import type { CurrentUserWithHooks } from './app/app-with-hooks.ts'
import type { OwnerActionsWithHooks } from './app/owner-hooks.ts'
import type { CurrentServerUserWithHooks } from './app/server-records.ts'
import type { StackAdminApp } from './stack-admin-app.ts'
import type { StackClientApp } from './stack-client-app.ts'
import type { StackServerApp } from './stack-server-app.ts'

export { porticoAppInternalsSymbol as stackAppInternalsSymbol } from './react.ts'
export * from './shared-exports.ts'
export { StackAdminApp, StackAdminApp as HexclaveAdminApp } from './stack-admin-app.ts'
export { StackClientApp, StackClientApp as HexclaveClientApp } from './stack-client-app.ts'
export { StackHandler, StackHandler as HexclaveHandler, type StackHandlerProps } from './stack-handler.ts'
export { useStackApp, useStackApp as useHexclaveApp, useUser, type StackUserOptions } from './stack-hooks.ts'
export { StackServerApp, StackServerApp as HexclaveServerApp } from './stack-server-app.ts'
export { StackProvider, StackProvider as HexclaveProvider, type StackProviderProps } from './stack-provider.ts'
export {
  StackTheme,
  StackTheme as HexclaveTheme,
  type StackThemeColours,
  type StackThemeProps,
} from './theme/StackTheme.tsx'
export type {
  AdminDomainConfig,
  AdminEmailConfig,
  AdminEmailTemplate,
  AdminEmailTemplateListOptions,
  AdminEmailTemplateOptions,
  AdminEmailTemplateResetOptions,
  AdminEmailTemplateUpdateOptions,
  AdminEmailTemplateVersion,
  AdminOAuthProviderConfig,
  AdminProjectConfig,
  AdminProjectConfigUpdateOptions,
  AdminProjectCreateOptions,
  AdminProjectPermission,
  AdminProjectPermissionDefinition,
  AdminProjectPermissionDefinitionCreateOptions,
  AdminProjectPermissionDefinitionUpdateOptions,
  AdminProjectUpdateOptions,
  AdminSentEmail,
  AdminTeamPermission,
  AdminTeamPermissionDefinition,
  AdminTeamPermissionDefinitionCreateOptions,
  AdminTeamPermissionDefinitionUpdateOptions,
  InternalApiKey,
  InternalApiKeyBase,
  InternalApiKeyBaseCrudRead,
  InternalApiKeyCreateOptions,
  InternalApiKeyFirstView,
  OAuthProviderConfig,
  ServerContactChannel,
  ServerListUsersOptions,
  ServerTeamCreateOptions,
  ServerTeamMemberProfile,
  ServerTeamUpdateOptions,
  StackClientAppJson,
  StackAdminAppConstructorOptions,
  StackClientAppConstructorOptions,
  StackServerAppConstructorOptions,
} from '@portico/client/stack'
export type { OAuthScopesOnSignIn } from '@portico/client'
export type { AdminProjectWithHooks as AdminProject } from './admin.ts'
export type {
  CurrentServerUserWithHooks as CurrentServerUser,
  ServerTeamUserWithHooks as ServerTeamUser,
  ServerTeamWithHooks as ServerTeam,
  ServerUserWithHooks as ServerUser,
} from './app/server-records.ts'
export type {
  CurrentUserWithHooks as CurrentUser,
  OAuthConnectionWithHooks as OAuthConnection,
  PorticoClientApp,
  PorticoHandlerProps,
  PorticoProviderProps,
  PorticoThemeProps,
  TeamWithHooks as Team,
  UsePorticoAppOptions,
} from './react.ts'
/** The methods of the current session. */
export type Auth = Pick<CurrentUserWithHooks, keyof SessionMethods>

/** The tokens of the current session. */
export type Session = CurrentUserWithHooks['currentSession']

/** A signed-in user of the project "internal". */
export type CurrentInternalUser = CurrentUserWithHooks & OwnerActionsWithHooks<StackAdminApp<false>>

/** A signed-in user of the project "internal", as a server reads it. */
export type CurrentInternalServerUser = CurrentServerUserWithHooks & OwnerActionsWithHooks<StackAdminApp<false>>

/** A project of the signed-in owner. Its app has hooks, which suspend until their value is loaded. */
export type AdminOwnedProject = OwnedProject<StackAdminApp<false>>

/** The class `StackClientApp`. */
export type StackClientAppConstructor = typeof StackClientApp
/** The class `StackServerApp`. */
export type StackServerAppConstructor = typeof StackServerApp
/** The class `StackAdminApp`. */
export type StackAdminAppConstructor = typeof StackAdminApp
