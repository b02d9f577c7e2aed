import type { Call } from '../../kernel/call.ts'
import type { Database } from '../../kernel/database.ts'
import { emit } from '../../kernel/emit.ts'
import { KnownError } from '../../kernel/errors.ts'
import type { Statement } from '../../kernel/statement.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { requireOpened } from '../../platform/crypto/require-opened.ts'
import type { PasswordHasher } from '../../platform/hashing/password-hasher.ts'
import { listLogos, type StoredLogo } from '../../records/images/store.ts'
import type { PermissionDefinition } from '../../records/permissions/definition.ts'
import { listDefinitions } from '../../records/permissions/store.ts'
import {
  defaultTls,
  dkimKeyIdentity,
  endpointSecretIdentity,
  mailPasswordIdentity,
} from '../../records/projects/mail-server.ts'
import { nameOfSystem, oldSystemSecretIdentity } from '../../records/projects/old-system.ts'
import { turnstileSecretIdentity } from '../../records/projects/bot-check.ts'
import type { BotCheckConfig, EmailConfig, Project, ProjectConfig } from '../../records/projects/project.ts'
import { providerSecretIdentity } from '../../records/projects/provider-secret.ts'
import { findProject } from '../../records/projects/store.ts'
import { sealSecrets, type ProjectSecrets, type SealedSecrets } from './sealed-secrets.ts'

export interface ConfigurationDependencies {
  /** Not restricted to one project, because conflicts name owners, who are users of "internal". */
  readonly db: Database
  readonly hasher: PasswordHasher
  readonly secret: MasterSecret
}

export interface ExportedConfiguration {
  readonly project: Project
  readonly definitions: readonly PermissionDefinition[]
  readonly logos: readonly StoredLogo[]
  readonly sealedSecrets?: SealedSecrets
}

/** @throws PROJECT_NOT_FOUND */
export function exportConfiguration(
  dependencies: ConfigurationDependencies,
  call: Call,
): Promise<ExportedConfiguration> {
  return readConfiguration(dependencies, call, emit(call, 'project.exported', { projectId: call.projectId }))
}

/**
 * Exports the configuration with its secrets, sealed with a passphrase.
 *
 * @throws PROJECT_NOT_FOUND, PlainError 409 if a secret cannot be opened
 */
export async function exportWithSecrets(
  dependencies: ConfigurationDependencies,
  call: Call,
  passphrase: string,
): Promise<ExportedConfiguration> {
  const { projectId } = call
  const { hasher, secret } = dependencies
  const found = await readConfiguration(dependencies, call, emit(call, 'project.secrets_exported', { projectId }))
  const secrets = secretsOf(secret, found.project)
  return { ...found, sealedSecrets: await sealSecrets({ hasher, projectId }, passphrase, secrets) }
}

async function readConfiguration(
  { db }: ConfigurationDependencies,
  { projectId }: Call,
  exported: Statement<void>,
): Promise<ExportedConfiguration> {
  const { definitions, logos, project } = await db.batch({
    project: findProject(projectId),
    definitions: listDefinitions(projectId),
    logos: listLogos(projectId),
    exported,
  })
  if (!project) throw new KnownError('PROJECT_NOT_FOUND', { project_id: projectId })
  return { project, definitions, logos }
}

function secretsOf(secret: MasterSecret, { config, id: projectId }: Project): ProjectSecrets {
  const { botCheck, emailConfig: email, oauthProviders: providers, oidcProviders: issuers, oldSystem } = config
  return {
    oauthProviders: providers.flatMap(({ clientId, clientSecretSealed: sealed, id }) =>
      clientId === undefined || sealed === undefined
        ? []
        : [
            {
              id,
              clientId,
              clientSecret: open(
                secret,
                `client secret of the provider "${id}"`,
                sealed,
                providerSecretIdentity(projectId, id),
              ),
            },
          ],
    ),
    oidcProviders: issuers.map(({ authentication, clientId, id, issuerUrl }) => ({
      id,
      issuerUrl,
      clientId,
      secret: open(
        secret,
        `secret of the issuer "${id}"`,
        authentication.secretSealed,
        providerSecretIdentity(projectId, id),
      ),
    })),
    emailConfig: secretsOfEmailConfig(secret, projectId, email),
    oldSystem: secretOfOldSystem(secret, projectId, oldSystem),
    botCheck: secretOfBotCheck(secret, projectId, botCheck),
  }
}

function secretsOfEmailConfig(
  secret: MasterSecret,
  projectId: string,
  email: EmailConfig,
): ProjectSecrets['emailConfig'] {
  if (email.type === 'shared') return null
  if (email.type === 'endpoint') {
    const opened = open(secret, 'secret of the mail endpoint', email.secretSealed, endpointSecretIdentity(projectId))
    return { url: email.url, secret: opened }
  }
  const { dkim, host, port, username } = email
  return {
    host,
    port,
    tls: email.tls ?? defaultTls(port),
    username,
    password: open(secret, 'password of the mail server', email.passwordSealed, mailPasswordIdentity(projectId)),
    ...(dkim && {
      dkim: {
        selector: dkim.selector,
        privateKey: open(secret, 'DKIM key', dkim.privateKeySealed, dkimKeyIdentity(projectId)),
      },
    }),
  }
}

function secretOfOldSystem(
  secret: MasterSecret,
  projectId: string,
  system: ProjectConfig['oldSystem'],
): ProjectSecrets['oldSystem'] {
  if (!system || !('secretSealed' in system) || system.secretSealed === undefined) return null
  const opened = open(secret, 'secret of the previous system', system.secretSealed, oldSystemSecretIdentity(projectId))
  return { named: nameOfSystem(system), secret: opened }
}

function secretOfBotCheck(secret: MasterSecret, projectId: string, check: BotCheckConfig): ProjectSecrets['botCheck'] {
  if (check.type !== 'turnstile') return null
  const { secretKeySealed: sealed, siteKey } = check
  return { siteKey, secretKey: open(secret, 'secret key of Turnstile', sealed, turnstileSecretIdentity(projectId)) }
}

/** @throws PlainError 409 that names the secret */
function open(secret: MasterSecret, name: string, sealed: string, identity: string): string {
  const otherwise = 'set it again. An export without secrets needs neither'
  return requireOpened(`The ${name} is`, otherwise, () => secret.open(sealed, identity))
}
