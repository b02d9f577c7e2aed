import type { LogoField, ProjectAdminRead, ProjectConfiguration, ProjectImportResult } from '@portico/contract'

import { presentDefinitions } from '../../records/permissions/present.ts'
import type { StoredLogo } from '../../records/images/store.ts'
import { toStoredBranding } from '../../records/projects/branding.ts'
import { presentToAdmin } from '../../records/projects/present.ts'
import type { ExportedConfiguration } from './export-configuration.ts'
import type { ImportResult } from './import-configuration.ts'

/** Presents a configuration as a document. Secrets are masked in the settings, so the document leaves them out. */
export function presentConfiguration({
  definitions,
  logos,
  project,
  sealedSecrets,
}: ExportedConfiguration): ProjectConfiguration {
  const {
    config: read,
    description,
    display_name,
    is_production_mode,
  } = presentToAdmin(project, {
    baseUrl: '',
    userCount: 0,
  })
  const { id: _id, enabled_oauth_providers: _enabled, ...config } = read
  const definitionsOf = (scope: 'team' | 'project'): NonNullable<ProjectConfiguration['team_permission_definitions']> =>
    presentDefinitions(definitions, scope, project.config).filter(({ id }) => !id.startsWith('$'))
  return {
    format: 'portico-project',
    format_version: 1,
    display_name,
    description,
    is_production_mode,
    ...toStoredBranding(project.branding),
    ...inlineLogos(logos),
    // The stored settings have passed the schema of an update.
    config: {
      ...config,
      oauth_providers: config.oauth_providers.map(({ client_secret: _secret, ...provider }) => provider),
      oidc_providers: config.oidc_providers.map(({ authentication, ...issuer }) => ({
        ...issuer,
        authentication:
          authentication.method === 'private_key_jwt'
            ? { method: authentication.method, audience: authentication.audience }
            : { method: authentication.method },
      })),
      email_config: withoutSecrets(config.email_config),
      bot_check: withoutSecretKey(config.bot_check),
    } as NonNullable<ProjectConfiguration['config']>,
    team_permission_definitions: definitionsOf('team'),
    project_permission_definitions: definitionsOf('project'),
    ...(sealedSecrets && { sealed_secrets: sealedSecrets }),
  }
}

/** Inline images, so that the document does not depend on the project. */
function inlineLogos(logos: readonly StoredLogo[]): Partial<Record<LogoField, string>> {
  return Object.fromEntries(
    logos.map(({ bytes, contentType, logo }) => [
      logo,
      `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`,
    ]),
  )
}

function withoutSecretKey(check: ProjectAdminRead['config']['bot_check']): object {
  return check.type === 'turnstile' ? { type: check.type, site_key: check.site_key } : check
}

function withoutSecrets(email: ProjectAdminRead['config']['email_config']): object {
  const { dkim, password: _password, secret: _secret, ...config } = email
  if (email.type === 'endpoint') {
    // Derived from the URL.
    const { host: _host, port: _port, username: _username, ...endpoint } = config
    return endpoint
  }
  return { ...config, ...(dkim && { dkim: { selector: dkim.selector, public_key: dkim.public_key } }) }
}

export function presentImport(result: ImportResult): ProjectImportResult {
  return {
    is_applied: result.isApplied,
    version: result.version,
    settings: result.settings.map(({ after = null, before = null, field }) => ({ field, before, after })),
    permission_definitions: result.definitions.map(({ after = null, before = null, change, definition }) => ({
      scope: definition.scope,
      id: definition.id,
      change,
      before,
      after,
    })),
    missing_secrets: [...result.missingSecrets],
  }
}
