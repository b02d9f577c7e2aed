/** What everyone may know about the project. */
export interface Project {
  readonly id: string
  readonly displayName: string
  readonly config: ProjectConfig
}

export interface ProjectConfig {
  readonly signUpEnabled: boolean
  readonly credentialEnabled: boolean
  readonly magicLinkEnabled: boolean
  readonly passkeyEnabled: boolean
  readonly clientTeamCreationEnabled: boolean
  readonly clientUserDeletionEnabled: boolean
  readonly allowUserApiKeys: boolean
  readonly allowTeamApiKeys: boolean
  /** The enabled ones. */
  readonly oauthProviders: readonly { readonly id: string }[]
  /** Trusted addresses outside the page's own origin; empty if the service does not tell. */
  readonly domains: readonly { readonly domain: string; readonly handlerPath: string }[]
}
