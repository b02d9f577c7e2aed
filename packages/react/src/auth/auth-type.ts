export type AuthType = 'sign-in' | 'sign-up'

/** The project settings that determine the content of a sign-in card. */
export interface AuthProjectConfig {
  readonly signUpEnabled: boolean
  readonly credentialEnabled: boolean
  readonly passkeyEnabled: boolean
  readonly magicLinkEnabled: boolean
  readonly oauthProviders: readonly { readonly id: string }[]
}
