import type { Json, UserClientRead } from '@portico/contract'

import type { ConnectedAccountActions } from './connected-accounts.ts'
import type { KnownError } from '../transport/known-error.ts'
import type { PasskeyRegistrationRefused } from '../sign-in/passkey.ts'
import type { PasswordRefused, PasswordUpdateRefused } from '../sign-in/password.ts'
import type { Result } from '../transport/result.ts'
import type { SessionActions } from './sessions.ts'
import type { Tokens } from '../session/tokens.ts'

export type { Json }

/** What is known about a user; a snapshot, changed by nothing. */
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
  /** @deprecated Ask `hasPassword` or `otpAuthEnabled`. */
  readonly emailAuthEnabled: boolean
  readonly oauthProviders: readonly {
    readonly id: string
    readonly type?: string
    readonly provider_user_id?: string
  }[]
  /** The user as the service sent it. */
  toClientJson(): UserClientRead
}

export interface UserUpdateOptions {
  displayName?: string | null
  clientMetadata?: Json
  selectedTeamId?: string | null
  /** The shared secret of an authenticator app; null switches the second factor off. */
  totpMultiFactorSecret?: Uint8Array | null
  /**
   * A code of the present authenticator app, to prove that it is still there when its secret is changed. Ask for it: a
   * wrong one is refused with `INVALID_TOTP_CODE`.
   */
  totpCode?: string
  /** http(s) or `data:` image address of at most 1,000,000 characters. */
  profileImageUrl?: string | null
  otpAuthEnabled?: boolean
  passkeyAuthEnabled?: boolean
}

/** What anyone who holds a session can do with it. */
export interface SessionMethods {
  readonly currentSession: {
    /** An access token that is good for at least 20 s, refreshed if needed; both null once the session has ended. */
    getTokens(): Promise<Tokens>
  }
  /** Headers for a request to your own backend, which passes that request to its app as `tokenStore`. */
  getAuthHeaders(): Promise<{ 'x-stack-auth': string }>
  /** The same for transports without headers. */
  getAuthJson(): Promise<Tokens>
  /**
   * Makes a passkey on this device, which replaces an earlier one of the user.
   *
   * @param options.hostname relying-party id: the page's host name, which is the default, or a parent domain of it
   */
  registerPasskey(options?: { hostname?: string }): Promise<Result<undefined, PasskeyRegistrationRefused>>
  /** Ends the session on the service, forgets it here, and goes to `redirectUrl` or `urls.afterSignOut`. */
  signOut(options?: SignOutOptions): Promise<void>
}

export interface SignOutOptions {
  redirectUrl?: URL | string
}

/** The signed-in user. Changes are sent and then show up in a new object from `getUser` or `useUser`. */
export interface CurrentUser extends User, SessionMethods, SessionActions, ConnectedAccountActions {
  update(options: UserUpdateOptions): Promise<void>
  setDisplayName(displayName: string | null): Promise<void>
  setClientMetadata(metadata: Json): Promise<void>
  /** Resolves to nothing, or to the error the form must show. Ends all other sessions of the user. */
  updatePassword(options: { oldPassword: string; newPassword: string }): Promise<PasswordUpdateRefused | void>
  /** For users without a password. Resolves to nothing, or to the error the form must show. */
  setPassword(options: { password: string }): Promise<PasswordRefused | void>
  /** Mails the link that verifies the primary address again; throws if there is no primary address. */
  sendVerificationEmail(): Promise<KnownError<'EMAIL_ALREADY_VERIFIED'> | void>
  /** Deletes the account, if the project lets users do that, and ends the session. */
  delete(): Promise<void>
}
