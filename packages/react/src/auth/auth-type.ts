import type { OfferedProvider } from './offered-providers.ts'

export type AuthType = 'sign-in' | 'sign-up'

/** The project settings that determine the content of a sign-in card. */
export interface AuthProjectConfig {
  readonly signUpEnabled: boolean
  readonly credentialEnabled: boolean
  readonly passkeyEnabled: boolean
  readonly magicLinkEnabled: boolean
  readonly oauthProviders: readonly { readonly id: string }[]
  /** Issuers by URL. Default: none. */
  readonly oidcProviders?: readonly OfferedProvider[]
  /** Whether an address can lead to the connection of a team. Default: false. */
  readonly hasConnectionDomains?: boolean
}
