export { PorticoClientApp } from './client-app.ts'
export type { GetUserOptions, GetUserOr, TokenStoreOption } from './call-options.ts'
export { ConnectionError } from './connection-error.ts'
export type { CurrentUser, Json, SessionMethods, SignOutOptions, User, UserUpdateOptions } from './current-user.ts'
export type { CliLoginRefused, CliLoginRequest, PromptCliLoginOptions } from './cli-login.ts'
export type {
  AccountName,
  ConnectedAccountActions,
  ConnectedAccountOptions,
  ConnectedAccountOr,
  Connection,
  OAuthConnection,
} from './connected-accounts.ts'
export type { VerifyEmailOptions } from './contact-channels.ts'
export type { CodeWithin } from './error-codes.ts'
export { porticoAppInternalsSymbol } from './internals.ts'
export type { AppInternals } from './internals.ts'
export { KnownError, KnownErrors, StatusError } from './known-error.ts'
export type { ErrorCode, KnownErrorClass, KnownErrorClasses } from './known-error.ts'
export type { MagicLinkRefused } from './magic-link.ts'
export type { OAuthOutcome } from './oauth.ts'
export type { PorticoClientAppOptions } from './options.ts'
export type { TokenPartialUser } from './partial-user.ts'
export { isPasskeyCeremonyAborted } from './passkey-abort.ts'
export type { PasskeyRegistrationRefused, PasskeySignInOptions, PasskeySignInRefused } from './passkey.ts'
export type { PasskeyFailureCode } from './webauthn.ts'
export type { PasswordRefused, PasswordUpdateRefused, SignInRefused, SignUpRefused } from './password.ts'
export type { Project, ProjectConfig } from './projects.ts'
export type { RedirectMethod, RedirectToOptions } from './redirects.ts'
export type { Resource, Snapshot } from './resource.ts'
export type { Result } from './result.ts'
export type { SecondFactorRefused } from './second-factor.ts'
export type { ActiveSession, GeoInfo, SessionActions } from './sessions.ts'
export type { CodeRefused, RemovedSignInMethod, SecondFactorRequired, SignIn } from './sign-in.ts'
export type { RequestLike, Tokens, TokenStoreInit } from './tokens.ts'
export type { TotpEnrolment, TotpVerdict } from './totp-enrolment.ts'
export type { HandlerUrls } from './urls.ts'
