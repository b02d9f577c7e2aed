import type { OfferedProvider } from './offered-providers.ts'

/** Whether a card signs in or up. */
export type AuthType = 'sign-in' | 'sign-up'

/** The project settings that determine the content of a sign-in card. */
export interface AuthProjectConfig {
  /** Whether visitors can sign up. */
  readonly signUpEnabled: boolean
  /** Whether users sign in with a password. */
  readonly credentialEnabled: boolean
  /** Whether users sign in with a passkey. */
  readonly passkeyEnabled: boolean
  /** Whether users sign in with a mailed code or link. */
  readonly magicLinkEnabled: boolean
  /** The known providers that users sign in with. */
  readonly oauthProviders: readonly { readonly id: string }[]
  /** Issuers by URL. Default: none. */
  readonly oidcProviders?: readonly OfferedProvider[]
  /** Whether an address can lead to the connection of a team. Default: false. */
  readonly hasConnectionDomains?: boolean
}
