export type AuthType = 'sign-in' | 'sign-up'

/** The switches of a project that decide what a sign-in card shows. */
export interface AuthProjectConfig {
  readonly signUpEnabled: boolean
  readonly credentialEnabled: boolean
  readonly passkeyEnabled: boolean
  readonly magicLinkEnabled: boolean
  readonly oauthProviders: readonly { readonly id: string }[]
}
