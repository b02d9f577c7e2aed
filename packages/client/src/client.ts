import type { UserClientRead } from '@portico/contract'

import type { CurrentUser, SignOutOptions } from './current-user.ts'
import type { KnownError } from './known-error.ts'
import type { CodeWithin } from './error-codes.ts'
import type { PasswordRefused } from './current-user.ts'
import type { Project } from './projects.ts'
import type { Resource } from './resource.ts'
import type { Result } from './result.ts'
import type { Tokens, TokenStoreInit } from './tokens.ts'
import type { HandlerUrls } from './urls.ts'

export { KnownError, KnownErrors, StatusError } from './known-error.ts'
export type { ErrorCode, KnownErrorClass, KnownErrorClasses } from './known-error.ts'
export type { CodeWithin } from './error-codes.ts'
export type {
  CurrentUser,
  Json,
  PasswordRefused,
  SessionMethods,
  SignOutOptions,
  User,
  UserUpdateOptions,
} from './current-user.ts'
export type { ActiveSession, GeoInfo } from './sessions.ts'
export type { Project, ProjectConfig } from './projects.ts'
export type { Resource, Snapshot } from './resource.ts'
export type { Result } from './result.ts'
export type { RequestLike, Tokens, TokenStoreInit } from './tokens.ts'
export type { HandlerUrls } from './urls.ts'

/** Keys the members of an app that our own packages use and applications should not. */
export const porticoAppInternalsSymbol: unique symbol = Symbol.for('Portico--app-internals') as never

export type RedirectMethod =
  | 'none'
  | 'window'
  | 'nextjs'
  | { useNavigate: () => (to: string) => void; navigate?: (to: string) => void }

export interface RedirectToOptions {
  /** Replaces the history entry instead of adding one. */
  replace?: boolean
  /** Neither reads nor writes the return location. */
  noRedirectBack?: boolean
}

export interface PorticoClientAppOptions<HasTokenStore extends boolean = boolean, ProjectId extends string = string> {
  tokenStore: TokenStoreInit & (HasTokenStore extends true ? {} : HasTokenStore extends false ? null : TokenStoreInit)
  projectId?: ProjectId
  publishableClientKey?: string
  baseUrl?: string | { browser: string; server: string }
  urls?: Partial<HandlerUrls>
  oauthScopesOnSignIn?: Partial<Record<string, string[]>>
  redirectMethod?: RedirectMethod
  extraRequestHeaders?: Record<string, string>
  noAutomaticPrefetch?: boolean
}

export interface GetUserOptions {
  or?: 'return-null' | 'redirect' | 'throw' | 'anonymous' | 'anonymous-if-exists'
  tokenStore?: TokenStoreInit
}
export type GetUserOr = NonNullable<GetUserOptions['or']>

/** What `@portico/react` and our other packages use. */
export interface AppInternals {
  /** The current user of a token store (default: the app's own), anonymous ones included. Follows sign-in and sign-out. */
  userResource(tokenStore?: TokenStoreInit): Resource<CurrentUser | null>
  projectResource(): Resource<Project>
  /** Seeds the current user with what the server rendered: the wire object, or null for signed out. */
  seedUser(user: UserClientRead | null): void
  /** Signs up anonymously into the store; calls at the same time share one request. */
  signUpAnonymously(tokenStore?: TokenStoreInit): Promise<void>
  readonly redirectMethod: RedirectMethod
}

/** (skeleton of the first minutes; the real class follows) */
export declare class PorticoClientApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string> {
  readonly projectId: ProjectId
  readonly urls: Readonly<HandlerUrls>
  readonly [porticoAppInternalsSymbol]: AppInternals
  constructor(options: PorticoClientAppOptions<HasTokenStore, ProjectId>)
  getUser(options: GetUserOptions & { or: 'redirect' | 'throw' | 'anonymous' }): Promise<CurrentUser>
  getUser(options?: GetUserOptions): Promise<CurrentUser | null>
  getProject(): Promise<Project>
  signInWithCredential(options: {
    email: string
    password: string
    noRedirect?: boolean
  }): Promise<
    Result<
      undefined,
      KnownError<'EMAIL_PASSWORD_MISMATCH' | 'INVALID_TOTP_CODE' | 'MULTI_FACTOR_AUTHENTICATION_REQUIRED'>
    >
  >
  signUpWithCredential(options: {
    email: string
    password: string
    noRedirect?: boolean
    verificationCallbackUrl?: string
  }): Promise<Result<undefined, KnownError<'USER_EMAIL_ALREADY_EXISTS'> | PasswordRefused>>
  sendForgotPasswordEmail(
    email: string,
    options?: { callbackUrl?: string },
  ): Promise<Result<undefined, KnownError<'USER_NOT_FOUND'>>>
  verifyPasswordResetCode(code: string): Promise<Result<undefined, KnownError<CodeWithin<'VERIFICATION_ERROR'>>>>
  resetPassword(options: {
    code: string
    password: string
  }): Promise<Result<undefined, KnownError<CodeWithin<'VERIFICATION_ERROR'>>>>
  verifyEmail(code: string): Promise<Result<undefined, KnownError<CodeWithin<'VERIFICATION_ERROR'>>>>
  signOut(options?: SignOutOptions & { tokenStore?: TokenStoreInit }): Promise<void>
  getAccessToken(options?: { tokenStore?: TokenStoreInit }): Promise<string | null>
  getRefreshToken(options?: { tokenStore?: TokenStoreInit }): Promise<string | null>
  getAuthHeaders(options?: { tokenStore?: TokenStoreInit }): Promise<{ 'x-stack-auth': string }>
  getAuthJson(options?: { tokenStore?: TokenStoreInit }): Promise<Tokens>
  redirectToSignIn(options?: RedirectToOptions): Promise<void>
  redirectToSignUp(options?: RedirectToOptions): Promise<void>
  redirectToSignOut(options?: RedirectToOptions): Promise<void>
  redirectToEmailVerification(options?: RedirectToOptions): Promise<void>
  redirectToPasswordReset(options?: RedirectToOptions): Promise<void>
  redirectToForgotPassword(options?: RedirectToOptions): Promise<void>
  redirectToHome(options?: RedirectToOptions): Promise<void>
  redirectToOAuthCallback(): Promise<void>
  redirectToMagicLinkCallback(options?: RedirectToOptions): Promise<void>
  redirectToAfterSignIn(options?: RedirectToOptions): Promise<void>
  redirectToAfterSignUp(options?: RedirectToOptions): Promise<void>
  redirectToAfterSignOut(options?: RedirectToOptions): Promise<void>
  redirectToAccountSettings(options?: RedirectToOptions): Promise<void>
  redirectToError(options?: RedirectToOptions): Promise<void>
  redirectToTeamInvitation(options?: RedirectToOptions): Promise<void>
}
