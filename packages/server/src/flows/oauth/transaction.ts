import type { AccessTokenClaims } from '../../records/sessions/access-token.ts'

/** Everything a sign-in at a provider must remember while the browser is away. Sealed in the database. */
export interface Transaction {
  /** Serialised, without fragment. The token request must repeat it. */
  readonly redirectUri: string
  readonly errorUrl: string | null
  /** The app's own `state`, given back to it. */
  readonly appState: string
  readonly codeChallenge: string
  readonly afterCallbackRedirectUrl: string | null
  readonly providerScopes: readonly string[]
  readonly codeVerifier: string
  readonly nonce: string
  /** The signed-in user who connects an account; null to sign in. */
  readonly link: AccessTokenClaims | null
  /** The anonymous user who becomes a full one, should nobody have the account yet. */
  readonly anonymous: AccessTokenClaims | null
}

/** Ties the sealed text to its row. */
export function transactionIdentity(stateHash: Uint8Array): string {
  return `oauth_transactions/${Buffer.from(stateHash).toString('base64url')}`
}

/** The same for what waits with an authorization code. */
export function pendingIdentity(codeHash: Uint8Array): string {
  return `oauth_codes/${Buffer.from(codeHash).toString('base64url')}`
}
