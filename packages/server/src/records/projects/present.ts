import {
  publicProjectSwitches,
  type ProjectAdminRead,
  type ProjectClientRead,
  type ProjectOAuthProviderRead,
  type ProjectUpdate,
} from '@portico/contract'

import { compareIds } from '../../kernel/compare-ids.ts'
import { toSnakeCase, type CamelCased } from '@portico/contract/letter-case'
import {
  projectConfigDefaults,
  type BotCheckConfig,
  type EmailConfig,
  type OAuthProviderConfig,
  type OidcProviderConfig,
  type Project,
  type ProjectConfig,
} from './project.ts'
import { presentBranding } from './branding.ts'
import { addressOfEndpoint } from './mail-server.ts'
import { SECRET_MASK } from './secret-mask.ts'
import { isUsableDomain } from './trusted-origins.ts'

export type JustWritten = CamelCased<ProjectUpdate>['config']
type AdminConfig = ProjectAdminRead['config']

/** The facts that the presentation to admins needs beside the project. */
export interface AdminPresentation {
  /** The URL of the service, for the logos. */
  readonly baseUrl: string
  readonly userCount: number
  readonly justWritten?: JustWritten
}

/**
 * Presents a project to apps. Its domains are the ones that redirects can lead to: the SDK applies the list as it is.
 *
 * @param baseUrl the URL of the service, for the logos
 */
export function presentToClient(project: Project, baseUrl: string): ProjectClientRead {
  const { id, displayName, config } = project
  const { domains, ...settings } = toSnakeCase(knownSettings(config))
  const { shows_portico: _forOwners, ...branding } = presentBranding(project.branding, baseUrl)
  return {
    id,
    display_name: displayName,
    ...branding,
    config: {
      ...pickPublicSwitches(settings),
      enabled_oauth_providers: enabledProviders(config),
      oidc_providers: config.oidcProviders
        .filter(({ enabled }) => enabled)
        .map((issuer) => ({ id: issuer.id, display_name: issuer.displayName, icon_url: issuer.iconUrl })),
      has_connection_domains: project.hasConnectionDomains ?? false,
      domains: domains.filter(({ domain }) => isUsableDomain(project, domain)),
    },
  }
}

/**
 * Presents a project with all its settings. Secrets are masked, except those in `justWritten`, which the caller has
 * just sent.
 */
export function presentToAdmin(
  project: Project,
  { baseUrl, justWritten, userCount }: AdminPresentation,
): ProjectAdminRead {
  const { config } = project
  const {
    oauthProviders: _providers,
    oidcProviders,
    botCheck,
    emailConfig,
    oldSystem,
    ...settings
  } = knownSettings(config)
  const shown = toSnakeCase(settings)
  return {
    id: project.id,
    display_name: project.displayName,
    description: project.description,
    ...presentBranding(project.branding, baseUrl),
    created_at_millis: project.createdAt.getTime(),
    user_count: userCount,
    is_production_mode: project.isProductionMode,
    version: project.version,
    config: {
      ...shown,
      id: project.id,
      domains: shown.domains.toSorted((a, b) => compareIds(a.domain, b.domain)),
      oauth_providers: presentProviders(config, justWritten),
      oidc_providers: oidcProviders.map((issuer) => presentIssuer(issuer, justWritten)),
      enabled_oauth_providers: enabledProviders(config),
      email_config: maskedEmailConfig(emailConfig, justWritten),
      old_system: presentOldSystem(oldSystem, justWritten),
      bot_check: presentBotCheck(botCheck, justWritten),
      team_creator_default_permissions: sortById(shown.team_creator_default_permissions),
      team_member_default_permissions: sortById(shown.team_member_default_permissions),
      user_default_permissions: sortById(shown.user_default_permissions),
    },
  }
}

/** Drops stored settings that this version of the service does not define. */
function knownSettings(config: ProjectConfig): ProjectConfig {
  const known = Object.entries(config).filter(([name]) => Object.hasOwn(projectConfigDefaults, name))
  // The defaults contain every name of the type.
  return Object.fromEntries(known) as unknown as ProjectConfig
}

type PublicSwitches = Pick<ProjectClientRead['config'], (typeof publicProjectSwitches)[number]>

function pickPublicSwitches(settings: PublicSwitches): PublicSwitches {
  // Every listed name is a member of the type.
  return Object.fromEntries(publicProjectSwitches.map((name) => [name, settings[name]])) as PublicSwitches
}

function enabledProviders(config: ProjectConfig): { id: string }[] {
  return sortById(config.oauthProviders)
    .filter(({ enabled }) => enabled)
    .map(({ id }) => ({ id }))
}

/** Presents the providers of a project. Secrets are masked, except those in `justWritten`. */
export function presentProviders(
  { oauthProviders }: Pick<ProjectConfig, 'oauthProviders'>,
  justWritten?: JustWritten,
): ProjectOAuthProviderRead[] {
  return sortById(oauthProviders).map((provider) => {
    const written = justWritten?.oauthProviders?.find((update) => update.id === provider.id)
    return presentProvider(provider, written?.type === 'standard' ? written.clientSecret : undefined)
  })
}

/**
 * Presents a provider.
 *
 * @param writtenSecret the secret that the caller has just sent; otherwise it is masked
 */
export function presentProvider(
  { clientSecretSealed: sealed, ...provider }: OAuthProviderConfig,
  writtenSecret: string = SECRET_MASK,
): ProjectOAuthProviderRead {
  const shown = toSnakeCase(provider)
  return sealed === undefined ? shown : { ...shown, client_secret: writtenSecret }
}

function presentIssuer(
  { authentication, ...issuer }: OidcProviderConfig,
  justWritten: JustWritten,
): AdminConfig['oidc_providers'][number] {
  const { audience = 'issuer', method, publicJwk = {} } = authentication
  const shown = toSnakeCase(issuer)
  if (method === 'private_key_jwt') {
    return { ...shown, authentication: { method, private_key: SECRET_MASK, audience, public_jwk: publicJwk } }
  }
  const written = justWritten?.oidcProviders?.find(({ id }) => id === issuer.id)?.authentication
  const secret = written && 'clientSecret' in written ? written.clientSecret : SECRET_MASK
  return { ...shown, authentication: { method, client_secret: secret } }
}

function maskedEmailConfig(email: EmailConfig, justWritten: JustWritten): AdminConfig['email_config'] {
  if (email.type === 'shared') return email
  const written = justWritten?.emailConfig
  if (email.type === 'endpoint') {
    const { secretSealed: _sealed, ...config } = email
    return {
      ...toSnakeCase(config),
      secret: (written?.type === 'endpoint' && written.secret) || SECRET_MASK,
      // Official clients know only mail servers and refuse to read one without these.
      ...addressOfEndpoint(email.url),
      username: '',
      password: SECRET_MASK,
    }
  }
  const { dkim, passwordSealed: _sealed, ...config } = email
  const writtenServer = written?.type === 'standard' ? written : null
  return {
    ...toSnakeCase(config),
    password: writtenServer?.password ?? SECRET_MASK,
    ...(dkim && {
      dkim: {
        selector: dkim.selector,
        private_key: writtenServer?.dkim?.privateKey ?? SECRET_MASK,
        public_key: dkim.publicKey,
      },
    }),
  }
}

function presentOldSystem(system: ProjectConfig['oldSystem'], justWritten: JustWritten): AdminConfig['old_system'] {
  if (!system) return null
  if (!('secretSealed' in system) || system.secretSealed === undefined) return toSnakeCase(system)
  const { secretSealed: _sealed, ...config } = system
  const written = justWritten?.oldSystem
  return { ...toSnakeCase(config), secret: (written && 'secret' in written && written.secret) || SECRET_MASK }
}

function presentBotCheck(check: BotCheckConfig, justWritten: JustWritten): AdminConfig['bot_check'] {
  if (check.type !== 'turnstile') return check
  const written = justWritten?.botCheck
  const secretKey = written?.type === 'turnstile' ? written.secretKey : SECRET_MASK
  return { type: check.type, site_key: check.siteKey, secret_key: secretKey }
}

function sortById<T extends { id: string }>(items: readonly T[]): T[] {
  return items.toSorted((a, b) => compareIds(a.id, b.id))
}
