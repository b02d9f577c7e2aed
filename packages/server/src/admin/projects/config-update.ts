import { OLD_SYSTEM_DAYS_MAX, type ProjectUpdate } from '@portico/contract'

import type { Mode } from '../../kernel/mode.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import { readDkimKey } from '../../platform/mailer/dkim-key.ts'
import { isPermittedSender, type SenderDomainSettings } from '../../platform/mailer/sender-domains.ts'
import { createWebhookSecret } from '../../platform/webhooks/webhook-signature.ts'
import { dkimKeyIdentity, endpointSecretIdentity, mailPasswordIdentity } from '../../records/projects/mail-server.ts'
import { findOldSystemProblem, nameOfSystem, oldSystemSecretIdentity } from '../../records/projects/old-system.ts'
import { turnstileSecretIdentity } from '../../records/projects/bot-check.ts'
import type {
  BotCheckConfig,
  EmailConfig,
  OAuthProviderConfig,
  OldSystemConfig,
  ProjectConfig,
} from '../../records/projects/project.ts'
import type { CamelCased } from '@portico/contract/letter-case'
import { providerSecretIdentity } from '../../records/projects/provider-secret.ts'
import { findDomainProblem } from '../../records/projects/trusted-origins.ts'
import { isMasked } from '../../records/projects/secret-mask.ts'
import { sealIssuers } from './issuer-update.ts'
import { sealOrKeep } from './seal-or-keep.ts'
import { findSenderProblem, unpermittedSender } from '../../records/projects/sender-problem.ts'

export type ConfigUpdate = CamelCased<NonNullable<ProjectUpdate['config']>>
type ProviderUpdate = NonNullable<ConfigUpdate['oauthProviders']>[number]
type EmailConfigUpdate = NonNullable<ConfigUpdate['emailConfig']>
type OldSystemUpdate = NonNullable<ConfigUpdate['oldSystem']>
type StandardEmailConfig = Extract<EmailConfig, { type: 'standard' }>
type DkimUpdate = NonNullable<Extract<EmailConfigUpdate, { type: 'standard' }>['dkim']>

/**
 * Merges an update into the settings. Absent settings stay; lists and the mail server are replaced; secrets are sealed.
 *
 * @throws PlainError 400 for a secret or a bot check that the project cannot use
 */
export function mergeConfig(
  secret: MasterSecret,
  projectId: string,
  present: ProjectConfig,
  { oauthProviders: providers, oidcProviders: issuers, emailConfig: email, oldSystem, botCheck, ...rest }: ConfigUpdate,
): ProjectConfig {
  const plain = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return {
    ...present,
    ...plain,
    ...(providers && { oauthProviders: sealProviders(secret, projectId, present.oauthProviders, providers) }),
    ...(issuers && { oidcProviders: sealIssuers(secret, projectId, present.oidcProviders, issuers) }),
    ...(email && { emailConfig: sealEmailConfig(secret, projectId, present.emailConfig, email) }),
    ...(oldSystem !== undefined && {
      oldSystem: oldSystem && sealOldSystem(secret, projectId, present.oldSystem, oldSystem),
    }),
    ...(botCheck && { botCheck: sealBotCheck(secret, projectId, present.botCheck, botCheck) }),
  }
}

/**
 * Refuses shared keys for a provider without keys of the operator. A provider that already uses shared keys may keep
 * them, so that a client can write back the settings that it has read.
 *
 * @throws INVALID_SHARED_OAUTH_PROVIDER_ID
 */
export function requireSharedProviders(
  directory: { isShared(providerId: string): boolean },
  present: ProjectConfig | null,
  { oauthProviders }: ConfigUpdate,
): void {
  for (const { id, type } of oauthProviders ?? []) {
    const isOn = present?.oauthProviders.some((known) => known.id === id && known.type === 'shared') ?? false
    if (type === 'shared' && !isOn && !directory.isShared(id)) {
      throw new KnownError('INVALID_SHARED_OAUTH_PROVIDER_ID', { provider_id: id })
    }
  }
}

/**
 * Refuses domains that match no URL, and handler paths that lead out of the domain. An entry that is stored already may
 * stay, so that a client can write back the settings that it has read; it matches nothing.
 *
 * @throws SCHEMA_ERROR
 */
export function requireTrustworthyDomains(present: ProjectConfig | null, { domains = [] }: ConfigUpdate): void {
  const isStored = ({ domain, handlerPath }: (typeof domains)[number]): boolean =>
    present?.domains.some((known) => known.domain === domain && known.handlerPath === handlerPath) ?? false
  for (const [index, entry] of domains.entries()) {
    const found = isStored(entry) ? null : findDomainProblem(entry)
    if (found) {
      throw new KnownError('SCHEMA_ERROR', {
        message: `The request has a trusted domain that cannot work:\n  - body.config.domains[${index}].${found.field} ${found.problem}`,
      })
    }
  }
}

function sealProviders(
  secret: MasterSecret,
  projectId: string,
  present: readonly OAuthProviderConfig[],
  updates: readonly ProviderUpdate[],
): OAuthProviderConfig[] {
  const byId = new Map(updates.map((update) => [update.id, update]))
  return [...byId.values()].map((update) => {
    if (update.type === 'shared') return { id: update.id, type: update.type, enabled: update.enabled ?? true }
    const { clientSecret, enabled, facebookConfigId, microsoftTenantId } = update
    const known = present.find((provider) => provider.id === update.id)?.clientSecretSealed
    return {
      id: update.id,
      type: update.type,
      enabled: enabled ?? true,
      clientId: update.clientId,
      clientSecretSealed: sealOrKeep(secret, clientSecret, known, providerSecretIdentity(projectId, update.id)),
      ...(facebookConfigId !== undefined && { facebookConfigId }),
      ...(microsoftTenantId !== undefined && { microsoftTenantId }),
    }
  })
}

function sealEmailConfig(
  secret: MasterSecret,
  projectId: string,
  present: EmailConfig,
  update: EmailConfigUpdate,
): EmailConfig {
  if (update.type === 'shared') return { type: 'shared' }
  if (update.type === 'endpoint') {
    const { secret: key, ...rest } = update
    if (key === undefined) throw new Error('An endpoint has no secret. Call withEndpointSecrets before.')
    const known = present.type === 'endpoint' ? present.secretSealed : undefined
    return { ...rest, secretSealed: sealOrKeep(secret, key, known, endpointSecretIdentity(projectId)) }
  }
  const { dkim, password, ...rest } = update
  const known = present.type === 'standard' && mayKeepPassword(present, rest) ? present.passwordSealed : undefined
  return {
    ...rest,
    passwordSealed: sealOrKeep(secret, password, known, mailPasswordIdentity(projectId)),
    ...(dkim && { dkim: sealDkim(secret, projectId, present.type === 'standard' ? present.dkim : undefined, dkim) }),
  }
}

function sealDkim(
  secret: MasterSecret,
  projectId: string,
  present: StandardEmailConfig['dkim'],
  { privateKey, selector }: DkimUpdate,
): NonNullable<StandardEmailConfig['dkim']> {
  const key = isMasked(privateKey) ? null : readDkimKey(privateKey)
  // `requireUsableSender` has refused a key that cannot sign.
  const offered = key?.privateKey ?? privateKey
  const sealed = sealOrKeep(secret, offered, present?.privateKeySealed, dkimKeyIdentity(projectId))
  return { selector, privateKeySealed: sealed, publicKey: key?.publicKey ?? present?.publicKey ?? '' }
}

/** @throws PlainError 400 for a mask if the stored secret belongs to another system */
function sealOldSystem(
  secret: MasterSecret,
  projectId: string,
  present: OldSystemConfig | null,
  update: OldSystemUpdate,
): OldSystemConfig {
  if (update.type === 'stack' || update.type === 'firebase') return update
  const { secret: offered, ...rest } = update
  // A stored secret must not be sent to another system.
  const isSame = present !== null && nameOfSystem(present) === nameOfSystem(update)
  const known = isSame && 'secretSealed' in present ? present.secretSealed : undefined
  if (offered === undefined) return rest
  return { ...rest, secretSealed: sealOrKeep(secret, offered, known, oldSystemSecretIdentity(projectId)) }
}

/** @throws PlainError 400 for Turnstile in the project "internal", and for a mask without a stored secret key */
function sealBotCheck(
  secret: MasterSecret,
  projectId: string,
  present: BotCheckConfig,
  update: NonNullable<ConfigUpdate['botCheck']>,
): BotCheckConfig {
  if (update.type !== 'turnstile') return update
  if (projectId === 'internal') {
    // The policy of the dashboard permits no script of another host.
    throw new PlainError(
      400,
      'The project "internal" cannot use Turnstile, because the dashboard loads no scripts of other hosts. Use proof_of_work.',
    )
  }
  const known = present.type === 'turnstile' ? present.secretKeySealed : undefined
  const sealed = sealOrKeep(secret, update.secretKey, known, turnstileSecretIdentity(projectId))
  return { type: update.type, siteKey: update.siteKey, secretKeySealed: sealed }
}

/** An update whose endpoints have a secret: the one that the caller sends, or a new one. */
export function withEndpointSecrets<Update extends { config?: ConfigUpdate | undefined }>(update: Update): Update {
  const { emailConfig: email, oldSystem } = update.config ?? {}
  return {
    ...update,
    ...(update.config && {
      config: {
        ...update.config,
        ...(email?.type === 'endpoint' && { emailConfig: withSecret(email) }),
        ...(oldSystem?.type === 'endpoint' && { oldSystem: withSecret(oldSystem) }),
      },
    }),
  }
}

function withSecret<Endpoint extends { secret?: string | undefined }>(endpoint: Endpoint): Endpoint {
  return { ...endpoint, secret: endpoint.secret ?? createWebhookSecret() }
}

/**
 * Refuses an old system that could not be asked, and an end that is too far away.
 *
 * @throws SCHEMA_ERROR
 */
export function requireUsableOldSystem(
  settings: { readonly mode: Mode },
  { oldSystem }: ConfigUpdate,
  now: Date,
): void {
  if (!oldSystem) return
  const isTooLate = oldSystem.endsAtMillis > now.getTime() + OLD_SYSTEM_DAYS_MAX * DAY_MILLIS
  const problem = isTooLate
    ? `ends_at_millis must be at most ${OLD_SYSTEM_DAYS_MAX} days ahead`
    : findOldSystemProblem(settings, oldSystem)
  if (problem === null) return
  throw new KnownError('SCHEMA_ERROR', {
    message: `The request has an old system that cannot be asked:\n  - body.config.old_system.${problem}`,
  })
}

const DAY_MILLIS = 86_400_000

/**
 * Refuses a sender with which no mail could be sent. A sender that is stored already may stay, so that a client can
 * write back the settings that it has read.
 *
 * @throws SCHEMA_ERROR, PlainError 400 for a sender of a domain that the operator does not permit
 */
export function requireUsableSender(
  settings: SenderDomainSettings,
  present: ProjectConfig | null,
  { emailConfig: email }: ConfigUpdate,
): void {
  if (!email || email.type === 'shared') return
  const problem = findSenderProblem(settings, email)
  if (problem !== null) {
    throw new KnownError('SCHEMA_ERROR', {
      message: `The request has settings with which no mail can be sent:\n  - body.config.email_config.${problem}`,
    })
  }
  const stored = present?.emailConfig
  const isStored = stored !== undefined && stored.type !== 'shared' && stored.senderEmail === email.senderEmail
  if (!isStored && !isPermittedSender(settings, email.senderEmail))
    throw new PlainError(400, unpermittedSender(settings))
}

/** A stored password must not be sent to another server, nor in clear if the connection was encrypted before. */
export function mayKeepPassword(
  present: StandardEmailConfig,
  update: Pick<StandardEmailConfig, 'host' | 'port' | 'tls'>,
): boolean {
  // guard: the stored mail password is not sent to another server (drop `present.host === update.host`)
  //   [projects/projects]
  // guard: the stored mail password is not sent in clear text (drop `(update.tls !== 'off' || present.tls === 'off')`)
  //   [projects/projects]
  return present.host === update.host && present.port === update.port && (update.tls !== 'off' || present.tls === 'off')
}
