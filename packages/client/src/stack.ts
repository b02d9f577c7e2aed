/**
 * The client, server and admin apps under the names of the original SDK. An application that migrates changes only the
 * import.
 */
import type { InternalApiKeyRead } from '@portico/contract'

import type { BrowserDialogs } from './stack/browser-dialogs.ts'
import type { OptionsOrInherited } from './stack/inherited-options.ts'
import type { PorticoAdminAppOptions } from './admin/admin-options.ts'
import type { PorticoClientAppOptions } from './app/options.ts'
import type { PorticoServerAppOptions } from './server/server-options.ts'
import type { ProjectConfig } from './resources/projects.ts'
import type { SessionMethods } from './resources/current-user.ts'
import type { StackAdminApp } from './stack/admin-app.ts'
import type { StackClientApp } from './stack/client-app.ts'
import type { StackServerApp } from './stack/server-app.ts'

export { StackClientApp, StackClientApp as HexclaveClientApp } from './stack/client-app.ts'
export { StackAdminApp, StackAdminApp as HexclaveAdminApp } from './stack/admin-app.ts'
export { StackServerApp, StackServerApp as HexclaveServerApp } from './stack/server-app.ts'
export { type BrowserDialogs, withBrowserDialogs } from './stack/browser-dialogs.ts'
export {
  inheritClientOptions,
  inheritOptions,
  keepOptions,
  type OptionsOrInherited,
} from './stack/inherited-options.ts'
export { porticoAppInternalsSymbol as stackAppInternalsSymbol } from './app/internals.ts'
export { KnownError, KnownErrors, StatusError } from './transport/known-error.ts'
export { readClaims } from './session/access-token.ts'
export { ConnectionError } from './transport/connection-error.ts'
export { isPasskeyCeremonyAborted } from './sign-in/passkey-abort.ts'
export { pageNames, pagePath } from './pages/pages.ts'
export type * from './client.ts'
export type { OAuthScopesOnSignIn } from './app/options.ts'
export {
  type ClientJsonInternals,
  clientJsonOf,
  clientJsonOfServer,
  rebuildApp,
  type StackClientAppJson,
} from './stack/client-json.ts'
export { type RawCallInternals, type StackClientInternals, stackInternalsOf } from './stack/internals.ts'
export { adminCallsOf } from './stack/server-internals.ts'
/** The options of `StackClientApp`. `inheritsFrom` takes the options of another app. */
export type StackClientAppConstructorOptions<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> = OptionsOrInherited<PorticoClientAppOptions<HasTokenStore, ProjectId> & BrowserDialogs>
/** The options of `StackServerApp`. `inheritsFrom` takes the options of another app. */
export type StackServerAppConstructorOptions<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> = OptionsOrInherited<PorticoServerAppOptions<HasTokenStore, ProjectId>>
/** The options of `StackAdminApp`. `inheritsFrom` takes the options of another app. */
export type StackAdminAppConstructorOptions<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> = OptionsOrInherited<PorticoAdminAppOptions<HasTokenStore, ProjectId>>
/** The class `StackClientApp`. */
export type StackClientAppConstructor = typeof StackClientApp
/** The class `StackServerApp`. */
export type StackServerAppConstructor = typeof StackServerApp
/** The class `StackAdminApp`. */
export type StackAdminAppConstructor = typeof StackAdminApp
export type {
  AdminProjectPermissionDefinition,
  AdminProjectPermissionDefinitionCreateOptions,
  AdminProjectPermissionDefinitionUpdateOptions,
  AdminTeamPermissionDefinition,
  AdminTeamPermissionDefinitionCreateOptions,
  AdminTeamPermissionDefinitionUpdateOptions,
} from './admin/permission-definitions.ts'
export type {
  AdminEmailTemplate,
  AdminListedEmailTemplate,
  AdminEmailTemplateListOptions,
  AdminEmailTemplateOptions,
  AdminEmailTemplateResetOptions,
  AdminEmailTemplateUpdateOptions,
  AdminEmailTemplateVersion,
} from './admin/email-templates.ts'
export type { AdminSentEmail } from './admin/sent-emails.ts'
/** What all views of a key set have on the wire. */
export type InternalApiKeyBaseCrudRead = Omit<
  InternalApiKeyRead,
  'publishable_client_key' | 'secret_server_key' | 'super_secret_admin_key'
>
export type {
  InternalApiKey,
  InternalApiKeyBase,
  InternalApiKeyCreateOptions,
  InternalApiKeyFirstView,
} from './admin/internal-api-keys.ts'
export type { AdminDomainConfig, AdminEmailConfig } from './transport/record-fields.ts'
export type {
  AdminOAuthProviderConfig,
  AdminProject,
  AdminProjectConfig,
  AdminProjectConfigUpdateOptions,
  AdminProjectCreateOptions,
  AdminProjectUpdateOptions,
} from './admin/projects.ts'
export {
  type CreateOwnedApp,
  type CurrentInternalServerUser,
  type CurrentInternalUser,
  projectOwnerOf,
} from './owner/owned-projects.ts'
export type { AdminOwnedProject } from './owner/owner-actions.ts'
/** The permissions of users, as an admin reads them. */
export type {
  ProjectPermission as AdminProjectPermission,
  TeamPermission as AdminTeamPermission,
} from './resources/permissions.ts'
export type {
  CurrentServerUser,
  ServerTeam,
  ServerTeamCreateOptions,
  ServerTeamUpdateOptions,
  ServerTeamUser,
  ServerUser,
} from './server/server-user.ts'
/** The profile of a member, as a server reads it. */
export type { TeamMemberProfile as ServerTeamMemberProfile } from './resources/team-members.ts'
export type { ServerListUsersOptions } from './server/users.ts'
export type { GetUserOptions } from './app/call-options.ts'
export type { Connection, OAuthConnection, OAuthProvider } from './resources/connected-accounts.ts'
export type { CurrentUser, SessionMethods as Auth, User } from './resources/current-user.ts'
/** The tokens of the current session. */
export type Session = SessionMethods['currentSession']
export type { ContactChannel, ServerContactChannel } from './resources/contact-channels.ts'
export type { Project, ProjectBranding, ProjectConfig } from './resources/projects.ts'
/** A provider that users can sign in with. */
export type OAuthProviderConfig = ProjectConfig['oauthProviders'][number]
export type { Result } from './transport/result.ts'
export type { ActiveSession } from './resources/sessions.ts'
export type { Team, TeamCreateOptions, TeamUpdateOptions } from './resources/teams.ts'
export type { TeamInvitation } from './resources/team-invitations.ts'
export type { EditableTeamMemberProfile, TeamMemberProfile, TeamUser } from './resources/team-members.ts'
export type { HandlerUrls } from './pages/urls.ts'
