export { PorticoClientApp } from './app/client-app.ts'
export type {
  ApiKey,
  ApiKeyCreateOptions,
  ApiKeyInvalidity,
  ApiKeyOrigin,
  ApiKeyUpdateOptions,
  MaskedApiKey,
  TeamApiKey,
  TeamApiKeyActions,
  TeamApiKeyFirstView,
  UserApiKey,
  UserApiKeyActions,
  UserApiKeyFirstView,
} from './resources/api-keys.ts'
export type { GetUserOptions, GetUserOr, OptionsArgument, TokenStoreOption } from './app/call-options.ts'
export { readClaims } from './session/access-token.ts'
export { ConnectionError } from './transport/connection-error.ts'
export type {
  CurrentUser,
  Impersonation,
  Json,
  SessionMethods,
  SignOutOptions,
  User,
  UserUpdateOptions,
} from './resources/current-user.ts'
export type { CliLoginRefused, CliLoginRequest, PromptCliLoginOptions } from './sign-in/cli-login.ts'
export type {
  AccountName,
  ConnectedAccountActions,
  ConnectedAccountOptions,
  ConnectedAccountOr,
  Connection,
  OAuthConnection,
  OAuthProvider,
} from './resources/connected-accounts.ts'
export type {
  ContactChannel,
  ContactChannelActions,
  ContactChannelCreateOptions,
  ContactChannelUpdateOptions,
} from './resources/contact-channels.ts'
export type { UserInvitationRefused, UserInvitationState } from './sign-in/user-invitation.ts'
export type { VerifyEmailOptions } from './resources/verify-email.ts'
export type { CodeWithin } from '@portico/contract/errors'
export { porticoAppInternalsSymbol } from './app/internals.ts'
export type { AppInternals } from './app/internals.ts'
export type { BrowserError, BrowserErrorCode } from './transport/browser-error.ts'
export { KnownError, KnownErrors, StatusError } from './transport/known-error.ts'
export type { ErrorCode, KnownErrorClass, KnownErrorClasses } from './transport/known-error.ts'
export type { DisownedSession } from './resources/disown-session.ts'
export type { ImpersonationRefused } from './resources/impersonation.ts'
export type { MagicLinkRefused } from './sign-in/magic-link.ts'
export type { WaitingSignIn } from './sign-in/mfa-attempt.ts'
export type { OAuthOutcome, SignInConnection } from './sign-in/oauth.ts'
export type { OAuthScopesOnSignIn, PorticoClientAppOptions } from './app/options.ts'
export type { TokenPartialUser } from './resources/partial-user.ts'
export { isPasskeyCeremonyAborted } from './sign-in/passkey-abort.ts'
export type { PasskeyRegistrationRefused, PasskeySignInOptions, PasskeySignInRefused } from './sign-in/passkey.ts'
export type { PasskeyFailureCode } from './sign-in/webauthn.ts'
export type { Passkey, PasskeyActions } from './resources/passkeys.ts'
export type { RecoveryCodeActions, RecoveryCodes } from './resources/recovery-codes.ts'
export type {
  PasswordRefused,
  PasswordUpdateRefused,
  SignInRefused,
  SignUpOptions,
  SignUpRefused,
} from './sign-in/password.ts'
export type { Project, ProjectBranding, ProjectConfig } from './resources/projects.ts'
export { pageNames, pagePath } from './pages/pages.ts'
export type { PageName } from './pages/pages.ts'
export type { RedirectMethod, RedirectToOptions } from './pages/redirects.ts'
export type { ExpectingResource, Resource, Snapshot } from './resources/resource.ts'
export type { Result } from './transport/result.ts'
export type { SecondFactorOptions, SecondFactorRefused } from './sign-in/second-factor.ts'
export type { RememberedDevice, RememberedDeviceActions } from './resources/remembered-devices.ts'
export type { ActiveSession, GeoInfo, SessionActions } from './resources/sessions.ts'
export type { CodeRefused, RemovedSignInMethod, SecondFactorRequired, SignIn } from './sign-in/sign-in.ts'
export type {
  Team,
  TeamActions,
  TeamCreateOptions,
  TeamFields,
  TeamMethods,
  TeamUpdateOptions,
  InviteUserOptions,
} from './resources/teams.ts'
export type { InvitationRefused, TeamInvitationDetails, TeamInvitationState } from './resources/invitation-code.ts'
export type { ReceivedTeamInvitation, TeamInvitation } from './resources/team-invitations.ts'
export type {
  EditableTeamMemberProfile,
  RoleMethods,
  TeamMemberProfile,
  TeamMemberProfileUpdateOptions,
  TeamUser,
} from './resources/team-members.ts'
export type {
  ListPermissionsOptions,
  PermissionActions,
  ProjectPermission,
  TeamMemberPermission,
  TeamPermission,
  TeamReference,
} from './resources/permissions.ts'
export type { ReadOptions, UserReads } from './resources/user-reads.ts'
export type { RequestLike, Tokens, TokenStore, TokenStoreInit } from './session/tokens.ts'
export type { TotpEnrolment, TotpVerdict } from './sign-in/totp-enrolment.ts'
export type { HandlerUrls } from './pages/urls.ts'
