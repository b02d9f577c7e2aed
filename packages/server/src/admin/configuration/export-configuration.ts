import type { ProjectConfiguration } from '@portico/contract'

import type { Call } from '../../kernel/call.ts'
import type { Database } from '../../kernel/database.ts'
import { emit } from '../../kernel/emit.ts'
import { KnownError } from '../../kernel/errors.ts'
import type { Statement } from '../../kernel/statement.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import type { PasswordHasher } from '../../platform/hashing/password-hasher.ts'
import type { PermissionDefinition } from '../../records/permissions/definition.ts'
import { presentDefinitions } from '../../records/permissions/present.ts'
import { listDefinitions } from '../../records/permissions/store.ts'
import { defaultTls, mailPasswordIdentity } from '../../records/projects/mail-server.ts'
import { presentToAdmin } from '../../records/projects/present.ts'
import type { Project } from '../../records/projects/project.ts'
import { providerSecretIdentity } from '../../records/projects/provider-secret.ts'
import { listProjectsById } from '../../records/queries/project-list.ts'
import { sealSecrets, type ProjectSecrets } from './sealed-secrets.ts'

export interface ConfigurationDependencies {
  /** Not restricted to one project, because conflicts name owners, who are users of "internal". */
  readonly db: Database
  readonly hasher: PasswordHasher
  readonly secret: MasterSecret
}

/** @throws PROJECT_NOT_FOUND */
export async function exportConfiguration(
  dependencies: ConfigurationDependencies,
  call: Call,
): Promise<ProjectConfiguration> {
  const { projectId } = call
  return documentOf(await readConfiguration(dependencies, call, emit(call, 'project.exported', { projectId })))
}

/**
 * Exports the configuration with its secrets, sealed with a passphrase.
 *
 * @throws PROJECT_NOT_FOUND
 */
export async function exportWithSecrets(
  dependencies: ConfigurationDependencies,
  call: Call,
  passphrase: string,
): Promise<ProjectConfiguration> {
  const { projectId } = call
  const { hasher, secret } = dependencies
  const found = await readConfiguration(dependencies, call, emit(call, 'project.secrets_exported', { projectId }))
  const secrets = secretsOf(secret, found.project)
  return { ...documentOf(found), sealed_secrets: await sealSecrets({ hasher, projectId }, passphrase, secrets) }
}

interface FoundConfiguration {
  readonly project: Project
  readonly definitions: readonly PermissionDefinition[]
}

async function readConfiguration(
  { db }: ConfigurationDependencies,
  { projectId }: Call,
  exported: Statement<void>,
): Promise<FoundConfiguration> {
  const { definitions, projects } = await db.batch({
    projects: listProjectsById([projectId]),
    definitions: listDefinitions(projectId),
    exported,
  })
  const [project] = projects
  if (!project) throw new KnownError('PROJECT_NOT_FOUND', { project_id: projectId })
  return { project, definitions }
}

function documentOf({ definitions, project }: FoundConfiguration): ProjectConfiguration {
  const { config: read, description, display_name, is_production_mode } = presentToAdmin(project, 0)
  const { id: _id, enabled_oauth_providers: _enabled, ...config } = read
  const definitionsOf = (scope: 'team' | 'project'): NonNullable<ProjectConfiguration['team_permission_definitions']> =>
    presentDefinitions(definitions, scope, project.config).filter(({ id }) => !id.startsWith('$'))
  return {
    format: 'portico-project',
    format_version: 1,
    display_name,
    description,
    is_production_mode,
    // The stored settings have passed the schema of an update.
    config: {
      ...config,
      oauth_providers: config.oauth_providers.map(({ client_secret: _secret, ...provider }) => provider),
      email_config: withoutPassword(config.email_config),
    } as NonNullable<ProjectConfiguration['config']>,
    team_permission_definitions: definitionsOf('team'),
    project_permission_definitions: definitionsOf('project'),
  }
}

function withoutPassword({ password: _password, ...config }: { readonly password?: string | undefined }): object {
  return config
}

function secretsOf(secret: MasterSecret, { config, id: projectId }: Project): ProjectSecrets {
  const { emailConfig: email, oauthProviders: providers } = config
  return {
    oauth_providers: providers.flatMap(({ clientId, clientSecretSealed: sealed, id }) =>
      clientId === undefined || sealed === undefined
        ? []
        : [{ id, client_id: clientId, client_secret: secret.open(sealed, providerSecretIdentity(projectId, id)) }],
    ),
    email_config:
      email.type === 'shared'
        ? null
        : {
            host: email.host,
            port: email.port,
            tls: email.tls ?? defaultTls(email.port),
            username: email.username,
            password: secret.open(email.passwordSealed, mailPasswordIdentity(projectId)),
          },
  }
}
