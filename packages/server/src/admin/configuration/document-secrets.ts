import type { ProjectConfiguration } from '@portico/contract'

import { PlainError } from '../../kernel/errors.ts'
import type { CamelCased } from '@portico/contract/letter-case'
import { mayKeepPassword, type ConfigUpdate } from '../projects/config-update.ts'
import { canKeepIssuerSecret } from '../projects/issuer-update.ts'
import { defaultTls } from '../../records/projects/mail-server.ts'
import { nameOfSystem } from '../../records/projects/old-system.ts'
import type { ProjectConfig } from '../../records/projects/project.ts'
import { isMasked, SECRET_MASK } from '../../records/projects/secret-mask.ts'
import type { ProjectSecrets } from './sealed-secrets.ts'

type DocumentConfig = CamelCased<NonNullable<ProjectConfiguration['config']>>
type DocumentProvider = NonNullable<DocumentConfig['oauthProviders']>[number]
type WrittenProvider = NonNullable<ConfigUpdate['oauthProviders']>[number]
type DocumentIssuer = NonNullable<DocumentConfig['oidcProviders']>[number]
type WrittenIssuer = NonNullable<ConfigUpdate['oidcProviders']>[number]
type DocumentEmailConfig = NonNullable<DocumentConfig['emailConfig']>
type UpdatedEmailConfig = NonNullable<ConfigUpdate['emailConfig']>
type WrittenOldSystem = NonNullable<ConfigUpdate['oldSystem']>

/** A document's settings as an update of the project. */
export interface CompletedConfig {
  readonly config: ConfigUpdate
  /** Where a secret is missing. The project keeps what it has for this provider or mail server. */
  readonly missingSecrets: readonly string[]
}

/**
 * Adds the secrets to the settings of a document: from the document itself or from its opened secrets. A masked secret
 * is the stored one, if the provider has the same client id or the mail server is the same.
 *
 * @throws PlainError 400 if an opened secret was sealed for another client id or mail server than that of the document
 */
export function completeConfig(
  present: ProjectConfig,
  {
    oauthProviders: providers,
    oidcProviders: issuers,
    emailConfig: email,
    oldSystem,
    botCheck,
    ...rest
  }: DocumentConfig,
  opened: ProjectSecrets | null,
): CompletedConfig {
  const missingSecrets: string[] = []
  const config: ConfigUpdate = { ...rest }
  if (providers) {
    config.oauthProviders = providers.flatMap((provider) => {
      const written = completeProvider(present, provider, opened)
      if (written) return [written]
      missingSecrets.push(`config.oauth_providers.${provider.id}.client_secret`)
      return presentProvider(present, provider.id)
    })
  }
  if (issuers) {
    config.oidcProviders = issuers.flatMap((issuer) => {
      const written = completeIssuer(present, issuer, opened)
      if (written) return [written]
      missingSecrets.push(`config.oidc_providers.${issuer.id}.authentication.client_secret`)
      return presentIssuer(present, issuer.id)
    })
  }
  if (email) {
    const { missing, written } = completeEmailConfig(present, email, opened)
    if (written) config.emailConfig = written
    missingSecrets.push(...missing.map((name) => `config.email_config.${name}`))
  }
  if (oldSystem !== undefined) {
    const written = oldSystem && completeOldSystem(present, oldSystem, opened)
    if (written === undefined) missingSecrets.push('config.old_system.secret')
    else config.oldSystem = written
  }
  if (botCheck) {
    const written = completeBotCheck(present, botCheck, opened)
    if (written) config.botCheck = written
    else missingSecrets.push('config.bot_check.secret_key')
  }
  return { config, missingSecrets }
}

function completeProvider(
  present: ProjectConfig,
  provider: DocumentProvider,
  opened: ProjectSecrets | null,
): WrittenProvider | null {
  if (provider.type === 'shared') return provider
  if (isGiven(provider.clientSecret)) return { ...provider, clientSecret: provider.clientSecret }
  const sealed = opened?.oauthProviders.find(({ id }) => id === provider.id)
  if (sealed) {
    if (sealed.clientId !== provider.clientId) throw otherSettings(`config.oauth_providers.${provider.id}.client_id`)
    return { ...provider, clientSecret: sealed.clientSecret }
  }
  const stored = present.oauthProviders.find(({ id }) => id === provider.id)
  const canKeep = stored?.clientSecretSealed !== undefined && stored.clientId === provider.clientId
  return canKeep ? { ...provider, clientSecret: SECRET_MASK } : null
}

/** The provider as the project has it; empty if it has none. */
function presentProvider(present: ProjectConfig, providerId: string): WrittenProvider[] {
  const stored = present.oauthProviders.find(({ id }) => id === providerId)
  if (!stored) return []
  const { clientId, clientSecretSealed: sealed, enabled, id, type } = stored
  // The provider id was checked when it was stored.
  if (type === 'shared' || clientId === undefined || sealed === undefined) {
    return [{ id, type: 'shared', enabled } as WrittenProvider]
  }
  const { facebookConfigId, microsoftTenantId } = stored
  return [
    {
      id,
      type,
      enabled,
      clientId,
      clientSecret: SECRET_MASK,
      ...(facebookConfigId !== undefined && { facebookConfigId }),
      ...(microsoftTenantId !== undefined && { microsoftTenantId }),
    } as WrittenProvider,
  ]
}

/** Without a secret, the issuer is left out. Without a key, the service creates one. */
function completeIssuer(
  present: ProjectConfig,
  issuer: DocumentIssuer,
  opened: ProjectSecrets | null,
): WrittenIssuer | null {
  const { authentication } = issuer
  const given = 'clientSecret' in authentication ? authentication.clientSecret : undefined
  const secret = isGiven(given) ? given : secretOfIssuer(present, issuer, opened)
  if (authentication.method !== 'private_key_jwt') {
    return secret === null
      ? null
      : { ...issuer, authentication: { method: authentication.method, clientSecret: secret } }
  }
  const { audience, method, privateKey: key } = authentication
  const privateKey = isGiven(key) ? key : secret
  return {
    ...issuer,
    authentication: { method, ...(audience && { audience }), ...(privateKey !== null && { privateKey }) },
  }
}

/**
 * Returns the secret or key from the document, or the mask for the project's own, if it is for the same issuer and
 * client.
 */
function secretOfIssuer(present: ProjectConfig, issuer: DocumentIssuer, opened: ProjectSecrets | null): string | null {
  const sealed = opened?.oidcProviders.find(({ id }) => id === issuer.id)
  if (sealed) {
    if (sealed.issuerUrl !== issuer.issuerUrl) throw otherSettings(`config.oidc_providers.${issuer.id}.issuer_url`)
    if (sealed.clientId !== issuer.clientId) throw otherSettings(`config.oidc_providers.${issuer.id}.client_id`)
    return sealed.secret
  }
  const stored = present.oidcProviders.find(({ id }) => id === issuer.id)
  return stored && canKeepIssuerSecret(stored, issuer) ? SECRET_MASK : null
}

/** The issuer as the project has it; empty if it has none. */
function presentIssuer(present: ProjectConfig, id: string): WrittenIssuer[] {
  return present.oidcProviders
    .filter((issuer) => issuer.id === id)
    .map(({ authentication: { audience, method }, ...issuer }) => ({
      ...issuer,
      authentication:
        method === 'private_key_jwt'
          ? { method, ...(audience && { audience }), privateKey: SECRET_MASK }
          : { method, clientSecret: SECRET_MASK },
    }))
}

interface CompletedEmailConfig {
  /** Null if a secret is missing. */
  readonly written: UpdatedEmailConfig | null
  readonly missing: readonly string[]
}

function completeEmailConfig(
  present: ProjectConfig,
  email: DocumentEmailConfig,
  opened: ProjectSecrets | null,
): CompletedEmailConfig {
  if (email.type === 'shared') return { written: email, missing: [] }
  if (email.type === 'endpoint') return completeEndpoint(present, email, opened)
  const { dkim, ...server } = email
  const password = passwordOf(present, email, opened)
  const privateKey = dkim && dkimKeyOf(present, dkim, opened)
  const missing = [...(password === null ? ['password'] : []), ...(privateKey === null ? ['dkim.private_key'] : [])]
  if (password === null || privateKey === null) return { written: null, missing }
  const key = dkim && privateKey !== undefined ? { dkim: { selector: dkim.selector, privateKey } } : {}
  return { written: { ...server, password, ...key }, missing }
}

/** Returns undefined if the secret is missing. */
function completeOldSystem(
  present: ProjectConfig,
  system: WrittenOldSystem,
  opened: ProjectSecrets | null,
): WrittenOldSystem | undefined {
  if (system.type === 'stack' || system.type === 'firebase') return system
  // A client without a secret is complete.
  if (isGiven(system.secret) || (system.secret === undefined && system.type !== 'endpoint')) return system
  const sealed = opened?.oldSystem
  if (sealed) {
    if (sealed.named !== nameOfSystem(system)) throw otherSettings('config.old_system')
    return { ...system, secret: sealed.secret }
  }
  const stored = present.oldSystem
  const canKeep =
    stored !== null &&
    'secretSealed' in stored &&
    stored.secretSealed !== undefined &&
    nameOfSystem(stored) === nameOfSystem(system)
  return canKeep ? { ...system, secret: SECRET_MASK } : undefined
}

/** Returns null if the secret key is missing. */
function completeBotCheck(
  present: ProjectConfig,
  check: NonNullable<DocumentConfig['botCheck']>,
  opened: ProjectSecrets | null,
): NonNullable<ConfigUpdate['botCheck']> | null {
  if (check.type !== 'turnstile') return check
  if (isGiven(check.secretKey)) return { ...check, secretKey: check.secretKey }
  const sealed = opened?.botCheck
  if (sealed) {
    if (sealed.siteKey !== check.siteKey) throw otherSettings('config.bot_check.site_key')
    return { ...check, secretKey: sealed.secretKey }
  }
  const stored = present.botCheck
  return stored.type === 'turnstile' && stored.siteKey === check.siteKey ? { ...check, secretKey: SECRET_MASK } : null
}

function completeEndpoint(
  present: ProjectConfig,
  email: Extract<DocumentEmailConfig, { type: 'endpoint' }>,
  opened: ProjectSecrets | null,
): CompletedEmailConfig {
  const secret = secretOf(present, email, opened)
  return secret === null ? { written: null, missing: ['secret'] } : { written: { ...email, secret }, missing: [] }
}

function secretOf(
  present: ProjectConfig,
  { secret, url }: Extract<DocumentEmailConfig, { type: 'endpoint' }>,
  opened: ProjectSecrets | null,
): string | null {
  if (isGiven(secret)) return secret
  const sealed = opened?.emailConfig
  if (sealed) {
    if (!('url' in sealed) || sealed.url !== url) throw otherSettings('config.email_config')
    return sealed.secret
  }
  const stored = present.emailConfig
  return stored.type === 'endpoint' && stored.url === url ? SECRET_MASK : null
}

function passwordOf(
  present: ProjectConfig,
  email: Extract<DocumentEmailConfig, { type: 'standard' }>,
  opened: ProjectSecrets | null,
): string | null {
  if (isGiven(email.password)) return email.password
  const sealed = opened?.emailConfig
  if (sealed) {
    const isSame =
      'host' in sealed &&
      sealed.host === email.host &&
      sealed.port === email.port &&
      sealed.username === email.username &&
      sealed.tls === (email.tls ?? defaultTls(email.port))
    if (!isSame) throw otherSettings('config.email_config')
    return sealed.password
  }
  const stored = present.emailConfig
  const canKeep = stored.type === 'standard' && stored.username === email.username && mayKeepPassword(stored, email)
  return canKeep ? SECRET_MASK : null
}

function dkimKeyOf(
  present: ProjectConfig,
  { privateKey, selector }: NonNullable<Extract<DocumentEmailConfig, { type: 'standard' }>['dkim']>,
  opened: ProjectSecrets | null,
): string | null {
  if (isGiven(privateKey)) return privateKey
  const sealed = opened?.emailConfig
  if (sealed && 'dkim' in sealed && sealed.dkim) {
    if (sealed.dkim.selector !== selector) throw otherSettings('config.email_config.dkim.selector')
    return sealed.dkim.privateKey
  }
  const stored = present.emailConfig
  return stored.type === 'standard' && stored.dkim?.selector === selector ? SECRET_MASK : null
}

/** A mask takes the place of a secret that the author of the document does not have. */
function isGiven(secret: string | undefined): secret is string {
  return secret !== undefined && !isMasked(secret)
}

function otherSettings(path: string): PlainError {
  return new PlainError(
    400,
    `body.document.${path} was changed after its secret was sealed. Export the document again, or set the secret in it.`,
  )
}
