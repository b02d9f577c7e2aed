import type { Json, OwnDataRead, UserClientRead } from '@portico/contract'

import type { UserApiKeyActions } from './api-keys.ts'
import type { AuthTokens } from '../session/auth-tokens.ts'
import type { ConnectedAccountActions } from './connected-accounts.ts'
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

export type { Json }

/** An immutable snapshot of a user. */
export interface User {
  /** A UUID, which never changes. */
  readonly id: string
  /** The name that the user or a server has set; null without one. */
  readonly displayName: string | null
  /** The address for mails of the project; null without one. Use it for access decisions only if `primaryEmailVerified` is true. */
  readonly primaryEmail: string | null
  /** Whether the user has proved that the primary address is theirs. */
  readonly primaryEmailVerified: boolean
  /** The address of the picture; null without one. */
  readonly profileImageUrl: string | null
  /** The language of mails to the user, such as `de`; null if none is chosen. */
  readonly locale: string | null
  /** When the account was created. */
  readonly signedUpAt: Date
  /** Data of your app that the user can read and write. JSON, at most 64 KiB. */
  readonly clientMetadata: Json
  /** Data of your app that the user can read and only servers can write. */
  readonly clientReadOnlyMetadata: Json
  /** Whether the user can sign in with a password. */
  readonly hasPassword: boolean
  /**
   * Whether the user should change the password: it comes from another system, and the rules for new passwords refused it at the latest
   * sign-in.
   */
  readonly passwordChangeAdvised: boolean
  /** Whether the user can sign in with any of their addresses. The primary address may not be one for sign-in, and another may be. */
  readonly hasSignInAddress: boolean
  /** Whether the user can sign in with a mailed code or link. */
  readonly otpAuthEnabled: boolean
  /** Whether the user has a passkey. */
  readonly passkeyAuthEnabled: boolean
  /** Whether a sign-in also requires a code from an authenticator app. */
  readonly isMultiFactorRequired: boolean
  /** Whether the user has not signed up yet. A sign-up keeps the id and the data. */
  readonly isAnonymous: boolean
  /** While true, the user cannot use the account, except for what `restrictedReason` requires. */
  readonly isRestricted: boolean
  /** Null if the user is not restricted. */
  readonly restrictedReason: UserClientRead['restricted_reason']
  /** From when on the user can only set up the required second factor. Null if none is missing. */
  readonly secondFactorDueAt: Date | null
  /** When the second factor is removed, because an owner has announced it; null if nothing is announced. */
  readonly factorResetAt: Date | null
  /** @deprecated Use `hasPassword` or `otpAuthEnabled`. */
  readonly emailAuthEnabled: boolean
  /** The providers that the user can sign in with. */
  readonly oauthProviders: readonly {
    readonly id: string
    readonly type?: string
    readonly provider_user_id?: string
  }[]
  /** The team that the user works in; null for none. */
  readonly selectedTeamId: string | null
  /** Returns the user as the service sent it. */
  toClientJson(): UserClientRead
}

export interface UserUpdateOptions {
  /** The name of the user; null removes it. */
  displayName?: string | null
  /** Replaces all data that the user can write. It is not merged. */
  clientMetadata?: Json
  /** The team that the user works in; null for none. The user must be a member. */
  selectedTeamId?: string | null
  /** The shared secret of an authenticator app; null disables the second factor. */
  totpMultiFactorSecret?: Uint8Array | null
  /**
   * A code from the current authenticator app, or a recovery code, as proof when the secret or the primary address changes. A wrong code throws
   * `INVALID_TOTP_CODE`.
   */
  totpCode?: string
  /** An image address (http, https or `data:`) of at most 1,000,000 characters. */
  profileImageUrl?: string | null
  /** The language of mails to the user, such as `de`; null leaves it to the browser. */
  locale?: string | null
  /** Whether the user can sign in with a mailed code or link. */
  otpAuthEnabled?: boolean
  /** Replaces the primary address in place; null removes it. A new address is not verified. */
  primaryEmail?: string | null
  /** `false` removes all passkeys of the user. */
  passkeyAuthEnabled?: boolean
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
  /** Where to go afterwards. Default: `urls.afterSignOut`. */
  redirectUrl?: URL | string
}

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
  /** Cancels the announced removal of the second factor. Throws a `StatusError` with the status 404 if none is announced. */
  cancelFactorReset(): Promise<void>
  /** Mails another link that verifies the primary address. Throws if the user has no primary address. */
  sendVerificationEmail(): Promise<KnownError<'EMAIL_ALREADY_VERIFIED'> | void>
  /**
   * Returns all data that the service stores about the user, for a download: without secrets and without what only servers may read. The
   * project must allow it: `userDataExportEnabled`.
   */
  exportData(): Promise<OwnDataRead>
  /** Deletes the account and ends the session. The project must allow it. */
  delete(): Promise<void>
}
