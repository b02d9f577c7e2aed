import type { Json, UserClientRead } from '@portico/contract'

import type { UserApiKeyActions } from './api-keys.ts'
import type { AuthTokens } from '../session/auth-tokens.ts'
import type { ConnectedAccountActions } from './connected-accounts.ts'
import type { ContactChannelActions } from './contact-channels.ts'
import type { KnownError } from '../transport/known-error.ts'
import type { PasskeyRegistrationRefused } from '../sign-in/passkey.ts'
import type { PasswordRefused, PasswordUpdateRefused } from '../sign-in/password.ts'
import type { Result } from '../transport/result.ts'
import type { PasskeyActions } from './passkeys.ts'
import type { SessionActions } from './sessions.ts'
import type { Team, TeamActions } from './teams.ts'
import type { Tokens } from '../session/tokens.ts'

export type { Json }

/** An immutable snapshot of a user. */
export interface User {
  readonly id: string
  readonly displayName: string | null
  readonly primaryEmail: string | null
  readonly primaryEmailVerified: boolean
  readonly profileImageUrl: string | null
  readonly signedUpAt: Date
  readonly clientMetadata: Json
  readonly clientReadOnlyMetadata: Json
  readonly hasPassword: boolean
  readonly otpAuthEnabled: boolean
  readonly passkeyAuthEnabled: boolean
  readonly isMultiFactorRequired: boolean
  readonly isAnonymous: boolean
  /** While true, the user cannot use the account, except for what `restrictedReason` requires. */
  readonly isRestricted: boolean
  /** Null if the user is not restricted. */
  readonly restrictedReason: UserClientRead['restricted_reason']
  /** @deprecated Use `hasPassword` or `otpAuthEnabled`. */
  readonly emailAuthEnabled: boolean
  readonly oauthProviders: readonly {
    readonly id: string
    readonly type?: string
    readonly provider_user_id?: string
  }[]
  /** Returns the user as the service sent it. */
  toClientJson(): UserClientRead
}

export interface UserUpdateOptions {
  displayName?: string | null
  clientMetadata?: Json
  selectedTeamId?: string | null
  /** The shared secret of an authenticator app; null disables the second factor. */
  totpMultiFactorSecret?: Uint8Array | null
  /**
   * A code from the current authenticator app, as proof when its secret or the primary address changes. A wrong code throws
   * `INVALID_TOTP_CODE`.
   */
  totpCode?: string
  /** An image address (http, https or `data:`) of at most 1,000,000 characters. */
  profileImageUrl?: string | null
  otpAuthEnabled?: boolean
  /** Replaces the primary address in place; null removes it. A new address is not verified. */
  primaryEmail?: string | null
  /** `false` removes all passkeys of the user. */
  passkeyAuthEnabled?: boolean
}

/** The methods of a session. */
export interface SessionMethods extends AuthTokens {
  readonly currentSession: {
    /** Returns an access token that is valid for at least 20 s, after a refresh if needed; both null after sign-out. */
    getTokens(): Promise<Tokens>
  }
  /**
   * Creates a passkey on this device. Other passkeys of the user stay.
   *
   * @param options.hostname relying-party id: the host name of the page (default) or a parent domain of it
   * @param options.totpCode a current code of the authenticator app. Required of a user who has one, because the passkey signs in without
   *   it, unless the project turns that off
   * @param options.name at most 64 characters. Default: the password manager or the browser, and the date
   */
  registerPasskey(options?: {
    hostname?: string
    name?: string
    totpCode?: string
  }): Promise<Result<undefined, PasskeyRegistrationRefused>>
  /** Ends the session here and on the service, then redirects to `redirectUrl` or `urls.afterSignOut`. */
  signOut(options?: SignOutOptions): Promise<void>
}

export interface SignOutOptions {
  redirectUrl?: URL | string
}

/** The signed-in user. After a change, `getUser` and `useUser` return a new object. */
export interface CurrentUser
  extends
    User,
    SessionMethods,
    SessionActions,
    PasskeyActions,
    ConnectedAccountActions,
    ContactChannelActions,
    TeamActions,
    UserApiKeyActions {
  readonly selectedTeam: Team | null
  update(options: UserUpdateOptions): Promise<void>
  setDisplayName(displayName: string | null): Promise<void>
  setClientMetadata(metadata: Json): Promise<void>
  /** Resolves to undefined, or to the error that the form shows. Ends all other sessions of the user. */
  updatePassword(options: { oldPassword: string; newPassword: string }): Promise<PasswordUpdateRefused | void>
  /** For users without a password. Resolves to undefined, or to the error that the form shows. */
  setPassword(options: { password: string }): Promise<PasswordRefused | void>
  /** Mails another link that verifies the primary address. Throws if the user has no primary address. */
  sendVerificationEmail(): Promise<KnownError<'EMAIL_ALREADY_VERIFIED'> | void>
  /** Deletes the account and ends the session. The project must allow it. */
  delete(): Promise<void>
}
