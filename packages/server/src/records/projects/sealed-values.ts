import type { SealedRecord, SealedRecords, SealedValue } from '../../platform/crypto/sealed-records.ts'
import { emit, systemCall } from '../../kernel/emit.ts'
import { dkimKeyIdentity, endpointSecretIdentity, mailPasswordIdentity } from './mail-server.ts'
import { turnstileSecretIdentity } from './bot-check.ts'
import { oldSystemSecretIdentity } from './old-system.ts'
import { providerSecretIdentity } from './provider-secret.ts'
import { signingKeyIdentity } from './signing-keys.ts'
import {
  listSigningKeys,
  listStoredConfigs,
  replaceStoredConfig,
  replaceStoredPrivateKey,
  type ConfigOfProject,
} from './store.ts'

export const sealedSigningKeys: SealedRecords = {
  name: 'signing keys',
  async list(sql, after, limit) {
    const [projectId = '', kid = ''] = after ?? []
    const rows = await sql.run(listSigningKeys({ projectId, kid }, limit))
    return rows.map((row) => ({
      cursor: [row.projectId, row.kid],
      values: [{ identity: signingKeyIdentity(row.projectId, row.kid), sealed: row.privateSealed }],
      write: async (tx, [resealed = ''], now) => {
        const isWritten = await tx.run(replaceStoredPrivateKey(row, resealed))
        if (isWritten) await tx.run(emit(systemCall(row.projectId, now), 'project.secrets_resealed', {}))
        return isWritten
      },
    }))
  },
}

/**
 * Client secrets and keys of sign-in providers, passwords and keys of mail servers, and secrets of mail endpoints, old
 * systems and Turnstile.
 */
export const sealedProjectSecrets: SealedRecords = {
  name: 'secrets in settings of projects',
  async list(sql, after, limit) {
    const [afterId = ''] = after ?? []
    return (await sql.run(listStoredConfigs(afterId, limit))).map(toRecord)
  },
}

type StoredEmailConfig = NonNullable<ConfigOfProject['config']['email_config']>

function toRecord(row: ConfigOfProject): SealedRecord {
  return {
    cursor: [row.id],
    values: valuesOf(row),
    write: async (tx, resealed, now) => {
      const isWritten = await tx.run(replaceStoredConfig(row, withValues(row, resealed)))
      if (isWritten) await tx.run(emit(systemCall(row.id, now), 'project.secrets_resealed', {}))
      return isWritten
    },
  }
}

function valuesOf({ id: projectId, config }: ConfigOfProject): SealedValue[] {
  const {
    bot_check: botCheck,
    email_config: email,
    oauth_providers: providers = [],
    oidc_providers: issuers = [],
    old_system: oldSystem,
  } = config
  const oldSystemSealed = sealedOfOldSystem(oldSystem)
  return [
    ...providers.flatMap(({ id: providerId, client_secret_sealed: sealed }) =>
      sealed === undefined ? [] : [{ identity: providerSecretIdentity(projectId, providerId), sealed }],
    ),
    ...issuers.map(({ id: providerId, authentication }) => ({
      identity: providerSecretIdentity(projectId, providerId),
      sealed: authentication.secret_sealed,
    })),
    ...(email ? valuesOfEmailConfig(projectId, email) : []),
    ...(oldSystemSealed === undefined
      ? []
      : [{ identity: oldSystemSecretIdentity(projectId), sealed: oldSystemSealed }]),
    ...(botCheck?.type === 'turnstile'
      ? [{ identity: turnstileSecretIdentity(projectId), sealed: botCheck.secret_key_sealed }]
      : []),
  ]
}

type StoredOldSystem = ConfigOfProject['config']['old_system']

function sealedOfOldSystem(system: StoredOldSystem): string | undefined {
  return system && 'secret_sealed' in system ? system.secret_sealed : undefined
}

function valuesOfEmailConfig(projectId: string, email: StoredEmailConfig): SealedValue[] {
  if (email.type === 'shared') return []
  if (email.type === 'endpoint') {
    return [{ identity: endpointSecretIdentity(projectId), sealed: email.secret_sealed }]
  }
  return [
    { identity: mailPasswordIdentity(projectId), sealed: email.password_sealed },
    ...(email.dkim ? [{ identity: dkimKeyIdentity(projectId), sealed: email.dkim.private_key_sealed }] : []),
  ]
}

/** Replaces the sealed values of the settings, in the order in which `valuesOf` lists them. */
function withValues({ config }: ConfigOfProject, resealed: readonly string[]): ConfigOfProject['config'] {
  const next = resealed.values()
  const take = (old: string): string => next.next().value ?? old
  const {
    bot_check: botCheck,
    email_config: email,
    oauth_providers: providers,
    oidc_providers: issuers,
    old_system: oldSystem,
  } = config
  const oldSystemSealed = sealedOfOldSystem(oldSystem)
  return {
    ...config,
    ...(providers && {
      oauth_providers: providers.map((provider) =>
        provider.client_secret_sealed === undefined
          ? provider
          : { ...provider, client_secret_sealed: take(provider.client_secret_sealed) },
      ),
    }),
    ...(issuers && {
      oidc_providers: issuers.map(({ authentication, ...issuer }) => ({
        ...issuer,
        authentication: { ...authentication, secret_sealed: take(authentication.secret_sealed) },
      })),
    }),
    ...(email && { email_config: withEmailConfigValues(email, take) }),
    ...(oldSystem &&
      oldSystemSealed !== undefined && { old_system: { ...oldSystem, secret_sealed: take(oldSystemSealed) } }),
    ...(botCheck?.type === 'turnstile' && {
      bot_check: { ...botCheck, secret_key_sealed: take(botCheck.secret_key_sealed) },
    }),
  }
}

function withEmailConfigValues(email: StoredEmailConfig, take: (old: string) => string): StoredEmailConfig {
  if (email.type === 'shared') return email
  if (email.type === 'endpoint') return { ...email, secret_sealed: take(email.secret_sealed) }
  return {
    ...email,
    password_sealed: take(email.password_sealed),
    ...(email.dkim && { dkim: { ...email.dkim, private_key_sealed: take(email.dkim.private_key_sealed) } }),
  }
}
