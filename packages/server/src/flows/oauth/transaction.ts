import type { AccessTokenClaims } from '../../records/sessions/access-token.ts'

/** The state of a sign-in while the browser is at the provider. Sealed in the database. */
export interface Transaction {
  /** In serialized form, without fragment. The token request must repeat it. */
  readonly redirectUri: string
  readonly errorUrl: string | null
  /** The `state` of the app's request, returned to the app. */
  readonly appState: string
  readonly codeChallenge: string
  readonly afterCallbackRedirectUrl: string | null
  readonly providerScopes: readonly string[]
  readonly codeVerifier: string
  readonly nonce: string
  /** The signed-in user who connects an account; null to sign in. */
  readonly link: AccessTokenClaims | null
  /** The anonymous user to upgrade if the account has no user yet. */
  readonly anonymous: AccessTokenClaims | null
}

/** Binds the sealed transaction to its row. */
export function transactionIdentity(stateHash: Uint8Array): string {
  return `oauth_transactions/${Buffer.from(stateHash).toString('base64url')}`
}

/** Binds the sealed pending changes to their authorization code. */
export function pendingIdentity(codeHash: Uint8Array): string {
  return `oauth_codes/${Buffer.from(codeHash).toString('base64url')}`
}
