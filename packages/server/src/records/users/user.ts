import type { Json } from '@portico/contract'

import { column, columns, type RowOf } from '../../kernel/columns.ts'

/** The columns of the view `user_profiles`. */
export const userColumns = columns({
  id: column<string>('id'),
  displayName: column<string | null>('display_name'),
  profileImageUrl: column<string | null>('profile_image_url'),
  clientMetadata: column<Json>('client_metadata'),
  clientReadOnlyMetadata: column<Json>('client_read_only_metadata'),
  /** As it is stored; `withManagedProjectIds` gives what is shown. */
  serverMetadata: column<Json>('server_metadata'),
  primaryEmail: column<string | null>('primary_email'),
  primaryEmailVerified: column<boolean>('primary_email_verified'),
  primaryEmailAuthEnabled: column<boolean>('primary_email_auth_enabled'),
  hasPassword: column<boolean>('has_password'),
  otpAuthEnabled: column<boolean>('otp_auth_enabled'),
  /** The user gets a session only with a code of their authenticator app as well. */
  requiresTotp: column<boolean>('requires_totp'),
  hasPasskey: column<boolean>('has_passkey'),
  oauthAccounts: column<StoredOAuthAccount[] | null>('oauth_accounts'),
  isAnonymous: column<boolean>('is_anonymous'),
  /** The projects that a user of "internal" owns, in the order they acquired them; null for users of other projects. */
  ownedProjectIds: column<readonly string[] | null>('owned_project_ids'),
  signedUpAt: column<Date>('signed_up_at'),
  lastActiveAt: column<Date>('last_active_at'),
})

export type UserRow = RowOf<typeof userColumns>

/** A user with everything that is shown of them, read by one statement. */
export interface User extends Omit<UserRow, 'oauthAccounts'> {
  readonly oauthAccounts: readonly OAuthAccount[]
  /** The image is too large to be read with every call and was left out: read the user again to show it. */
  readonly hasLargeImage: boolean
}

/** An account at a sign-in provider; authority and account id together are the identity. */
export interface OAuthAccount {
  readonly providerId: string
  /** Who assigned the account id: the provider itself, or what an override puts in its place. */
  readonly authority: string
  readonly accountId: string
  readonly email: string | null
}

/**
 * By what failures of the account are counted, whichever way they came about: the canonical address it signs in with, else
 * its id. Anybody may have an address that they do not sign in with; what is counted by it is somebody else's.
 */
export function accountOf(user: Pick<User, 'id' | 'primaryEmail' | 'primaryEmailAuthEnabled'>): string {
  return (user.primaryEmailAuthEnabled ? user.primaryEmail : null) ?? user.id
}

/** Whether somebody has proved the address the user signs in with. */
export function isSignInAddressVerified(user: Pick<User, 'primaryEmailVerified' | 'primaryEmailAuthEnabled'>): boolean {
  return user.primaryEmailVerified && user.primaryEmailAuthEnabled
}

/** As the view aggregates it. */
interface StoredOAuthAccount {
  readonly provider_id: string
  readonly authority: string
  readonly account_id: string
  readonly email: string | null
}

export function toUser({ oauthAccounts, ...row }: UserRow, hasLargeImage = false): User {
  return {
    ...row,
    hasLargeImage,
    oauthAccounts: (oauthAccounts ?? []).map((account) => ({
      providerId: account.provider_id,
      authority: account.authority,
      accountId: account.account_id,
      email: account.email,
    })),
  }
}
