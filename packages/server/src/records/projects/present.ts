import type { ProjectAdminRead, ProjectClientRead, ProjectUpdate } from '@portico/contract'

import type { Project, ProjectConfig, StoredEmailConfig, StoredOAuthProvider } from './project.ts'
import { SECRET_MASK } from './secret-mask.ts'

type JustWritten = ProjectUpdate['config']

export function presentToClient(project: Project): ProjectClientRead {
  const { config } = project
  return {
    id: project.id,
    display_name: project.displayName,
    config: {
      ...publicSwitches(config),
      enabled_oauth_providers: enabledProviders(config),
      domains: config.domains,
    },
  }
}

/**
 * The project with all its settings. Secrets are masked; only those the caller has just written are shown once more.
 */
export function presentToAdmin(project: Project, userCount: number, justWritten?: JustWritten): ProjectAdminRead {
  const { config } = project
  return {
    id: project.id,
    display_name: project.displayName,
    description: project.description,
    created_at_millis: project.createdAt.getTime(),
    user_count: userCount,
    is_production_mode: project.isProductionMode,
    config: {
      ...publicSwitches(config),
      id: project.id,
      anonymous_enabled: config.anonymous_enabled,
      anonymous_user_lifetime_days: config.anonymous_user_lifetime_days,
      allow_localhost: config.allow_localhost,
      create_team_on_sign_up: config.create_team_on_sign_up,
      recent_sign_in_required: config.recent_sign_in_required,
      totp_code_required_for_change: config.totp_code_required_for_change,
      trust_verification_links: config.trust_verification_links,
      oauth_account_merge_strategy: config.oauth_account_merge_strategy,
      domains: config.domains.toSorted((a, b) => compareIds(a.domain, b.domain)),
      oauth_providers: sortById(config.oauth_providers).map((provider) => presentProvider(provider, justWritten)),
      enabled_oauth_providers: enabledProviders(config),
      email_config: presentEmail(config.email_config, justWritten),
      team_creator_default_permissions: sortById(config.team_creator_default_permissions),
      team_member_default_permissions: sortById(config.team_member_default_permissions),
      user_default_permissions: sortById(config.user_default_permissions),
    },
  }
}

function publicSwitches(
  config: ProjectConfig,
): Pick<
  ProjectConfig,
  | 'sign_up_enabled'
  | 'credential_enabled'
  | 'magic_link_enabled'
  | 'passkey_enabled'
  | 'client_team_creation_enabled'
  | 'client_user_deletion_enabled'
  | 'allow_user_api_keys'
  | 'allow_team_api_keys'
> {
  return {
    sign_up_enabled: config.sign_up_enabled,
    credential_enabled: config.credential_enabled,
    magic_link_enabled: config.magic_link_enabled,
    passkey_enabled: config.passkey_enabled,
    client_team_creation_enabled: config.client_team_creation_enabled,
    client_user_deletion_enabled: config.client_user_deletion_enabled,
    allow_user_api_keys: config.allow_user_api_keys,
    allow_team_api_keys: config.allow_team_api_keys,
  }
}

function enabledProviders(config: ProjectConfig): { id: string }[] {
  return sortById(config.oauth_providers)
    .filter(({ enabled }) => enabled)
    .map(({ id }) => ({ id }))
}

function presentProvider(
  { client_secret_sealed: sealed, ...provider }: StoredOAuthProvider,
  justWritten: JustWritten,
): ProjectAdminRead['config']['oauth_providers'][number] {
  if (sealed === undefined) return provider
  const written = justWritten?.oauth_providers?.find((update) => update.id === provider.id)
  return { ...provider, client_secret: written?.type === 'standard' ? written.client_secret : SECRET_MASK }
}

function presentEmail(stored: StoredEmailConfig, justWritten: JustWritten): ProjectAdminRead['config']['email_config'] {
  if (stored.type === 'shared') return stored
  const { password_sealed: _sealed, ...config } = stored
  const written = justWritten?.email_config
  return { ...config, password: written?.type === 'standard' ? written.password : SECRET_MASK }
}

function sortById<T extends { id: string }>(items: readonly T[]): T[] {
  return items.toSorted((a, b) => compareIds(a.id, b.id))
}

/** The wire's order: by upper-cased text, code unit by code unit; of two that differ in case alone the lower case is first. */
function compareIds(a: string, b: string): number {
  const [upperA, upperB] = [a.toUpperCase(), b.toUpperCase()]
  if (upperA !== upperB) return upperA < upperB ? -1 : 1
  return a === b ? 0 : a > b ? -1 : 1
}
