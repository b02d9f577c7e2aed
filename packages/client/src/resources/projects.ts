import type { ProjectClientRead } from '@portico/contract'

import type { SendRequest } from '../transport/request.ts'

/** The public data of a project. */
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
  /** Whether members of a team can grant and revoke permissions that they have themselves. */
  readonly memberRoleManagementEnabled: boolean
  /** Only enabled providers. */
  readonly oauthProviders: readonly { readonly id: string }[]
  /** Trusted domains outside the origin of the page; empty if the service does not send them. */
  readonly domains: readonly { readonly domain: string; readonly handlerPath: string }[]
}

export async function getProject(request: SendRequest): Promise<Project> {
  const { id, display_name, config } = await request<ProjectClientRead>('/projects/current')
  // Services with the first release of the protocol do not send this list.
  const domains: typeof config.domains | undefined = config.domains
  return {
    id,
    displayName: display_name,
    config: {
      signUpEnabled: config.sign_up_enabled,
      credentialEnabled: config.credential_enabled,
      magicLinkEnabled: config.magic_link_enabled,
      passkeyEnabled: config.passkey_enabled,
      clientTeamCreationEnabled: config.client_team_creation_enabled,
      clientUserDeletionEnabled: config.client_user_deletion_enabled,
      allowUserApiKeys: config.allow_user_api_keys,
      allowTeamApiKeys: config.allow_team_api_keys,
      // Services with the first release of the protocol do not send this switch.
      memberRoleManagementEnabled: (config.member_role_management_enabled as boolean | undefined) ?? false,
      oauthProviders: config.enabled_oauth_providers.map((provider) => ({ id: provider.id })),
      domains: (domains ?? []).map(({ domain, handler_path }) => ({ domain, handlerPath: handler_path })),
    },
  }
}
