import type { Json } from '@portico/contract'

/** A user with what is shown of them, read in one go. */
export interface User {
  id: string
  displayName: string | null
  profileImageUrl: string | null
  clientMetadata: Json
  clientReadOnlyMetadata: Json
  serverMetadata: Json
  primaryEmail: string | null
  primaryEmailVerified: boolean
  primaryEmailAuthEnabled: boolean
  hasPassword: boolean
  otpAuthEnabled: boolean
  /** A session is only given against a code of their authenticator app as well. */
  requiresTotp: boolean
  hasPasskey: boolean
  oauthAccounts: readonly OAuthAccount[]
  isAnonymous: boolean
  /** The image is too large to be read with every call and was left out; whoever shows it must read the user again. */
  hasLargeImage: boolean
  signedUpAt: Date
  lastActiveAt: Date
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

/** The columns of the view `user_profiles`. */
export interface UserRow {
  id: string
  display_name: string | null
  profile_image_url: string | null
  client_metadata: Json
  client_read_only_metadata: Json
  server_metadata: Json
  has_password: boolean
  otp_auth_enabled: boolean
  requires_totp: boolean
  has_passkey: boolean
  oauth_accounts: { provider_id: string; authority: string; account_id: string; email: string | null }[] | null
  is_anonymous: boolean
  has_large_image?: boolean
  signed_up_at: Date
  last_active_at: Date
  primary_email: string | null
  primary_email_verified: boolean
  primary_email_auth_enabled: boolean
}

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    displayName: row.display_name,
    profileImageUrl: row.profile_image_url,
    clientMetadata: row.client_metadata,
    clientReadOnlyMetadata: row.client_read_only_metadata,
    serverMetadata: row.server_metadata,
    primaryEmail: row.primary_email,
    primaryEmailVerified: row.primary_email_verified,
    primaryEmailAuthEnabled: row.primary_email_auth_enabled,
    hasPassword: row.has_password,
    otpAuthEnabled: row.otp_auth_enabled,
    requiresTotp: row.requires_totp,
    hasPasskey: row.has_passkey,
    oauthAccounts: (row.oauth_accounts ?? []).map((account) => ({
      providerId: account.provider_id,
      authority: account.authority,
      accountId: account.account_id,
      email: account.email,
    })),
    isAnonymous: row.is_anonymous,
    hasLargeImage: row.has_large_image ?? false,
    signedUpAt: row.signed_up_at,
    lastActiveAt: row.last_active_at,
  }
}
