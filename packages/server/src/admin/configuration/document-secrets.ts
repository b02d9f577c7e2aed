import type { ProjectConfiguration, ProjectUpdate } from '@portico/contract'

import { PlainError } from '../../kernel/errors.ts'
import { mayKeepPassword } from '../projects/config-update.ts'
import { defaultTls } from '../../records/projects/mail-server.ts'
import type { ProjectConfig } from '../../records/projects/project.ts'
import { isMasked, SECRET_MASK } from '../../records/projects/secret-mask.ts'
import type { ProjectSecrets } from './sealed-secrets.ts'

type DocumentConfig = NonNullable<ProjectConfiguration['config']>
type WrittenConfig = NonNullable<ProjectUpdate['config']>
type DocumentProvider = NonNullable<DocumentConfig['oauth_providers']>[number]
type WrittenProvider = NonNullable<WrittenConfig['oauth_providers']>[number]
type DocumentEmail = NonNullable<DocumentConfig['email_config']>
type WrittenEmail = NonNullable<WrittenConfig['email_config']>

/** The settings of a document as an update of the project. */
export interface CompletedConfig {
  readonly config: WrittenConfig
  /** Where a secret is missing. The project keeps what it has for this provider or mail server. */
  readonly missingSecrets: readonly string[]
}

/**
 * Adds the secrets to the settings of a document: from the document itself, from its opened secrets, or, masked, the stored one of
 * a provider with the same client id or of the same mail server.
 *
 * @throws PlainError 400 if an opened secret was sealed for another client id or mail server than that of the document
 */
export function completeConfig(
  present: ProjectConfig,
  { oauth_providers: providers, email_config: email, ...rest }: DocumentConfig,
  opened: ProjectSecrets | null,
): CompletedConfig {
  const missingSecrets: string[] = []
  const config: WrittenConfig = { ...rest }
  if (providers) {
    config.oauth_providers = providers.flatMap((provider) => {
      const written = completeProvider(present, provider, opened)
      if (written) return [written]
      missingSecrets.push(`config.oauth_providers.${provider.id}.client_secret`)
      return presentProvider(present, provider.id)
    })
  }
  if (email) {
    const written = completeEmail(present, email, opened)
    if (written) config.email_config = written
    else missingSecrets.push('config.email_config.password')
  }
  return { config, missingSecrets }
}

function completeProvider(
  present: ProjectConfig,
  provider: DocumentProvider,
  opened: ProjectSecrets | null,
): WrittenProvider | null {
  if (provider.type === 'shared') return provider
  if (isGiven(provider.client_secret)) return { ...provider, client_secret: provider.client_secret }
  const sealed = opened?.oauth_providers.find(({ id }) => id === provider.id)
  if (sealed) {
    if (sealed.client_id !== provider.client_id) throw otherSettings(`config.oauth_providers.${provider.id}.client_id`)
    return { ...provider, client_secret: sealed.client_secret }
  }
  const stored = present.oauthProviders.find(({ id }) => id === provider.id)
  const canKeep = stored?.clientSecretSealed !== undefined && stored.clientId === provider.client_id
  return canKeep ? { ...provider, client_secret: SECRET_MASK } : null
}

/** The provider as the project has it; empty if it has none. */
function presentProvider(present: ProjectConfig, providerId: string): WrittenProvider[] {
  const stored = present.oauthProviders.find(({ id }) => id === providerId)
  if (!stored) return []
  const { clientId: client_id, clientSecretSealed: sealed, enabled, id, type } = stored
  // The provider id was checked when it was stored.
  if (type === 'shared' || client_id === undefined || sealed === undefined) {
    return [{ id, type: 'shared', enabled } as WrittenProvider]
  }
  const { facebookConfigId, microsoftTenantId } = stored
  return [
    {
      id,
      type,
      enabled,
      client_id,
      client_secret: SECRET_MASK,
      ...(facebookConfigId !== undefined && { facebook_config_id: facebookConfigId }),
      ...(microsoftTenantId !== undefined && { microsoft_tenant_id: microsoftTenantId }),
    } as WrittenProvider,
  ]
}

function completeEmail(
  present: ProjectConfig,
  email: DocumentEmail,
  opened: ProjectSecrets | null,
): WrittenEmail | null {
  if (email.type === 'shared') return email
  if (isGiven(email.password)) return { ...email, password: email.password }
  const sealed = opened?.email_config
  if (sealed) {
    const isSame =
      sealed.host === email.host &&
      sealed.port === email.port &&
      sealed.username === email.username &&
      sealed.tls === (email.tls ?? defaultTls(email.port))
    if (!isSame) throw otherSettings('config.email_config')
    return { ...email, password: sealed.password }
  }
  const stored = present.emailConfig
  const canKeep = stored.type === 'standard' && stored.username === email.username && mayKeepPassword(stored, email)
  return canKeep ? { ...email, password: SECRET_MASK } : null
}

/** A mask stands for a secret that the author of the document does not have. */
function isGiven(secret: string | undefined): secret is string {
  return secret !== undefined && !isMasked(secret)
}

function otherSettings(path: string): PlainError {
  return new PlainError(
    400,
    `body.document.${path} was changed after its secret was sealed. Export the document again, or set the secret in it.`,
  )
}
