import type { ProjectAdminRead } from '@portico/contract'

import type { MailTls } from '../../platform/mailer/mailer.ts'

/** Settings as they are stored: what an admin reads, with secrets sealed. */
export type ProjectConfig = Omit<
  ProjectAdminRead['config'],
  'id' | 'enabled_oauth_providers' | 'oauth_providers' | 'email_config'
> & {
  oauth_providers: StoredOAuthProvider[]
  email_config: StoredEmailConfig
}

export interface StoredOAuthProvider {
  id: string
  type: 'shared' | 'standard'
  enabled: boolean
  client_id?: string
  client_secret_sealed?: string
  facebook_config_id?: string
  microsoft_tenant_id?: string
}

export type StoredEmailConfig =
  | { type: 'shared' }
  | {
      type: 'standard'
      host: string
      port: number
      tls?: MailTls | undefined
      username: string
      password_sealed: string
      sender_name: string
      sender_email: string
    }

export interface Project {
  id: string
  displayName: string
  description: string
  isProductionMode: boolean
  createdAt: Date
  config: ProjectConfig
}

/** Contract 02 section 12.2. */
export const projectConfigDefaults: ProjectConfig = {
  sign_up_enabled: true,
  credential_enabled: true,
  magic_link_enabled: false,
  passkey_enabled: false,
  client_team_creation_enabled: false,
  client_user_deletion_enabled: false,
  allow_user_api_keys: false,
  allow_team_api_keys: false,
  anonymous_enabled: false,
  anonymous_user_lifetime_days: null,
  allow_localhost: true,
  create_team_on_sign_up: false,
  recent_sign_in_required: true,
  totp_code_required_for_change: true,
  trust_verification_links: false,
  oauth_account_merge_strategy: 'link_method',
  domains: [],
  oauth_providers: [],
  email_config: { type: 'shared' },
  team_creator_default_permissions: [{ id: 'team_admin' }],
  team_member_default_permissions: [{ id: 'team_member' }],
  user_default_permissions: [],
}
