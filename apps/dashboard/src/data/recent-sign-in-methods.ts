/** A first step of signing in again. */
export type RecentSignInMethod = 'password' | 'passkey' | 'mail'

interface SigningInOwner {
  readonly hasPassword: boolean
  readonly otpAuthEnabled: boolean
  readonly passkeyAuthEnabled: boolean
  readonly primaryEmail: string | null
  readonly primaryEmailVerified: boolean
}

interface AllowedMethods {
  readonly credentialEnabled: boolean
  readonly magicLinkEnabled: boolean
  readonly passkeyEnabled: boolean
}

/** Returns the methods that the account has and the service allows. */
export function recentSignInMethodsOf(
  { hasPassword, otpAuthEnabled, passkeyAuthEnabled, primaryEmail, primaryEmailVerified }: SigningInOwner,
  { credentialEnabled, magicLinkEnabled, passkeyEnabled }: AllowedMethods,
  isAtIpAddress: boolean,
): RecentSignInMethod[] {
  const hasAddress = primaryEmail !== null
  const methods: RecentSignInMethod[] = [
    ...(hasPassword && credentialEnabled && hasAddress ? (['password'] as const) : []),
    ...(passkeyAuthEnabled && passkeyEnabled ? (['passkey'] as const) : []),
    // A code that proves an address for the first time removes the other sign-in methods of the account.
    ...(otpAuthEnabled && magicLinkEnabled && hasAddress && primaryEmailVerified ? (['mail'] as const) : []),
  ]
  // Browsers refuse passkeys at an IP address. Keep the only method, so that the page can explain the refusal.
  return isAtIpAddress && methods.length > 1 ? methods.filter((method) => method !== 'passkey') : methods
}
