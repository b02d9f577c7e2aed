import type { CurrentUserRead, Json, OwnDataRead, UserClientRead } from '@portico/contract'

import type { UserApiKeyActions } from './api-keys.ts'
import type { AuthTokens } from '../session/auth-tokens.ts'
import type { ConnectedAccountActions } from './connected-accounts.ts'
import type { Presented } from '../transport/present.ts'
import type { ContactChannelActions } from './contact-channels.ts'
import type { KnownError } from '../transport/known-error.ts'
import type { PasskeyRegistrationRefused } from '../sign-in/passkey.ts'
import type { PasswordRefused, PasswordUpdateRefused } from '../sign-in/password.ts'
import type { Result } from '../transport/result.ts'
import type { RecoveryCodeActions } from './recovery-codes.ts'
import type { RememberedDeviceActions } from './remembered-devices.ts'
import type { PasskeyActions } from './passkeys.ts'
import type { SessionActions } from './sessions.ts'
import type { Team, TeamActions } from './teams.ts'
import type { Tokens } from '../session/tokens.ts'
import type { UserFields, UserOptions } from '../transport/record-fields.ts'

export type { Json }

/** An immutable snapshot of a user. */
export interface User extends UserFields {
  /** Whether a sign-in also requires a code from an authenticator app. */
  readonly isMultiFactorRequired: boolean
  /** @deprecated Use `hasPassword` or `otpAuthEnabled`. */
  readonly emailAuthEnabled: boolean
  /** The providers that the user can sign in with. */
  readonly oauthProviders: readonly {
    readonly id: string
    readonly type?: string
    readonly provider_user_id?: string
  }[]
  /** Returns the user as the service sent it. */
  toClientJson(): UserClientRead
}

/** Changes to the signed-in user. Absent fields keep their value. */
export interface UserUpdateOptions extends UserOptions {
  /** The shared secret of an authenticator app; null disables the second factor. */
  totpMultiFactorSecret?: Uint8Array | null
}

/** The methods of a session. */
export interface SessionMethods extends AuthTokens {
  /** The session that this object was read with. */
  readonly currentSession: {
    /** Returns an access token that is valid for at least 20 s, after a refresh if needed; both null after sign-out. */
    getTokens(): Promise<Tokens>
  }
  /**
   * Creates a passkey on this device. Other passkeys of the user stay.
   *
   * @param options.hostname relying-party id: the host name of the page (default) or a parent domain of it
   * @param options.totpCode a current code of the authenticator app. Required of a user who has one, because the
   *   passkey signs in without it, unless the project turns that off
   * @param options.name at most 64 characters. Default: the password manager or the browser, and the date
   */
  registerPasskey(options?: {
    hostname?: string
    name?: string
    totpCode?: string
  }): Promise<Result<undefined, PasskeyRegistrationRefused>>
  /**
   * Ends the session here and on the service, then redirects to `redirectUrl` or `urls.afterSignOut`. If it throws, the
   * session has ended here, but the service may still accept it: call it again on the same user.
   */
  signOut(options?: SignOutOptions): Promise<void>
}

/** Where a sign-out redirects. */
export interface SignOutOptions {
  /** Where to go afterwards. Default: `urls.afterSignOut`. */
  redirectUrl?: URL | string
}

/**
 * Who acts as the user: `impersonatorId`, `impersonatorDisplayName` and `impersonatorEmail` of the owner, the `reason`
 * they gave, and `endsAt`.
 */
export type Impersonation = Presented<NonNullable<CurrentUserRead['impersonation']>>

/** The signed-in user. After a change, `getUser` and `useUser` return a new object. */
export interface CurrentUser
  extends
    User,
    SessionMethods,
    SessionActions,
    PasskeyActions,
    RecoveryCodeActions,
    RememberedDeviceActions,
    ConnectedAccountActions,
    ContactChannelActions,
    TeamActions,
    UserApiKeyActions {
  /** Who uses this session, if a member of your staff started it by a link; null otherwise. */
  readonly impersonation: Impersonation | null
  /** The team that the user works in; null without a selection. */
  readonly selectedTeam: Team | null
  /** Changes the given fields. This object keeps its values; `getUser` and `useUser` return a new one. */
  update(options: UserUpdateOptions): Promise<void>
  /** Changes the name; null removes it. */
  setDisplayName(displayName: string | null): Promise<void>
  /** Replaces all data that the user can write. */
  setClientMetadata(metadata: Json): Promise<void>
  /** Resolves to undefined, or to the error that the form shows. Ends all other sessions of the user. */
  updatePassword(options: { oldPassword: string; newPassword: string }): Promise<PasswordUpdateRefused | void>
  /** For users without a password. Resolves to undefined, or to the error that the form shows. */
  setPassword(options: { password: string }): Promise<PasswordRefused | void>
  /**
   * Cancels the announced removal of the second factor. Throws a `StatusError` with the status 404 if none is
   * announced.
   */
  cancelFactorReset(): Promise<void>
  /** Mails another link that verifies the primary address. Throws if the user has no primary address. */
  sendVerificationEmail(): Promise<KnownError<'EMAIL_ALREADY_VERIFIED'> | void>
  /**
   * Returns all data that the service stores about the user, for a download: without secrets and without what only
   * servers may read. The project must allow it: `userDataExportEnabled`.
   */
  exportData(): Promise<OwnDataRead>
  /** Deletes the account and ends the session. The project must allow it. */
  delete(): Promise<void>
}
