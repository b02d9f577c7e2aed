import type { OidcDiscoveryRead, ProjectConfigUpdate } from '@portico/contract'
import type { CamelCased } from '@portico/contract/letter-case'

import { KnownError } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts'
import { createIssuerKey, readIssuerKey } from '../../records/projects/issuer-key.ts'
import type { OidcProviderConfig, ProjectConfig } from '../../records/projects/project.ts'
import { providerSecretIdentity } from '../../records/projects/provider-secret.ts'
import { isMasked, SECRET_MASK } from '../../records/projects/secret-mask.ts'
import { isHttpsOrLoopback } from '../../records/projects/shared-provider.ts'
import { sealOrKeep } from './seal-or-keep.ts'

type IssuersUpdate = Pick<CamelCased<ProjectConfigUpdate>, 'oidcProviders'>
export type IssuerUpdate = NonNullable<IssuersUpdate['oidcProviders']>[number]
type Method = OidcProviderConfig['authentication']['method']

export interface IssuerReading {
  readonly limiter: Pick<RateLimiter, 'count'>
  /** `ProviderDirectory` implements it. */
  readonly providers: { discoverIssuer(issuerUrl: string): Promise<OidcDiscoveryRead> }
}

/**
 * Reads an issuer for its owner, who sees the document or what is wrong.
 *
 * @throws SCHEMA_ERROR for an address that no issuer can have
 */
export function discoverIssuer(
  { providers, settings }: Pick<IssuerReading, 'providers'> & { readonly settings: { readonly mode: Mode } },
  issuerUrl: string,
): Promise<OidcDiscoveryRead> {
  const problem = findAddressProblem(settings.mode, issuerUrl)
  if (problem !== null) throw unusableIssuer(`body.issuer_url ${problem}`)
  return providers.discoverIssuer(issuerUrl)
}

/**
 * Refuses issuers that cannot be used: a repeated id, an address without encryption, an unusable key.
 *
 * @throws SCHEMA_ERROR
 */
export function requireUsableIssuers(
  { mode }: { readonly mode: Mode },
  { oidcProviders: updates = [] }: IssuersUpdate,
): void {
  const [found] = listIssuerProblems(mode, updates)
  if (found) throw unusable(found.index, found.problem)
}

/** Lists what is wrong with issuers, without a call to them. */
export function listIssuerProblems(
  mode: Mode,
  updates: readonly IssuerUpdate[],
): { readonly index: number; readonly problem: string }[] {
  const ids = updates.map(({ id }) => id)
  return updates.flatMap((update, index) => {
    const isRepeated = ids.indexOf(update.id) !== index
    const problem = isRepeated ? 'id must not occur twice' : findSettingProblem(mode, update)
    return problem === null ? [] : [{ index, problem }]
  })
}

/** Returns which field makes an issuer unusable and why, without a call to the issuer; null if there is none. */
export function findSettingProblem(
  mode: Mode,
  { authentication, issuerUrl }: Pick<IssuerUpdate, 'authentication' | 'issuerUrl'>,
): string | null {
  const problem = findAddressProblem(mode, issuerUrl)
  if (problem !== null) return `issuer_url ${problem}`
  if (authentication.method !== 'private_key_jwt' || authentication.privateKey === undefined) return null
  const isUsable = isMasked(authentication.privateKey) || readIssuerKey(authentication.privateKey) !== null
  return isUsable
    ? null
    : 'authentication.private_key must be the PEM text of a P-256 key, or of an RSA key of 2048 to 4096 bits, without a passphrase'
}

/** Returns why the address cannot belong to an issuer (OpenID Connect Core 1.0 section 2, `iss`), or null. */
function findAddressProblem(mode: Mode, issuerUrl: string): string | null {
  const { password, protocol, username } = new URL(issuerUrl)
  const isEncrypted = protocol === 'https:' || (mode === 'development' && isHttpsOrLoopback(issuerUrl))
  if (!isEncrypted) return 'must start with https://'
  if (/[?#]/.test(issuerUrl)) return 'must not have a query or a fragment'
  return username === '' && password === '' ? null : 'must not contain a user name or password'
}

/**
 * Reads the documents of the issuers that the update adds or changes, at the same time. An issuer that is stored
 * already is not read, so that its failure does not prevent other changes. Each read counts for the project.
 *
 * @throws SCHEMA_ERROR with the address that was read and what is wrong, RateLimited
 */
export async function requireReadableIssuers(
  { limiter, providers }: IssuerReading,
  projectId: string,
  present: Pick<ProjectConfig, 'oidcProviders'> | null,
  { oidcProviders: updates = [] }: IssuersUpdate,
): Promise<void> {
  const changed = [...updates.entries()].filter(([, { authentication, id, issuerUrl }]) => {
    const stored = present?.oidcProviders.find((known) => known.id === id)
    return stored?.issuerUrl !== issuerUrl || stored.authentication.method !== authentication.method
  })
  for (const _one of changed) await limiter.count('discoverIssuer', { projectId, addressBlock: null })
  const problems = await Promise.all(
    changed.map(async ([index, { authentication, issuerUrl }]) => {
      const problem = findDocumentProblem(await providers.discoverIssuer(issuerUrl), authentication.method)
      return problem === null ? null : unusable(index, problem)
    }),
  )
  const error = problems.find((problem) => problem !== null)
  if (error) throw error
}

/** Returns which field of an issuer does not fit what was read, and why; null if the issuer can be used. */
export function findDocumentProblem({ document, problem, url }: OidcDiscoveryRead, method: Method): string | null {
  if (problem !== null) return `issuer_url cannot be used. The service has read ${url}: ${problem}`
  const methods = document?.authentication_methods ?? []
  if (methods.includes(method)) return null
  return `authentication.method must be one that ${url} lists: ${methods.join(', ') || 'it lists none of the three'}`
}

function unusable(index: number, problem: string): KnownError {
  return unusableIssuer(`body.config.oidc_providers[${index}].${problem}`)
}

/** @param problem begins with the path of the field */
export function unusableIssuer(problem: string): KnownError {
  return new KnownError('SCHEMA_ERROR', { message: `The issuer cannot be used:\n  - ${problem}` })
}

/**
 * Seals the secrets and keys of issuers. Without a key in the update, the stored one stays; if there is none, one is
 * created.
 */
export function sealIssuers(
  secret: MasterSecret,
  projectId: string,
  present: readonly OidcProviderConfig[],
  updates: readonly IssuerUpdate[],
): OidcProviderConfig[] {
  return updates.map(({ id, clientId, displayName, issuerUrl, ...update }) => {
    const stored = present.find((known) => known.id === id)
    const canKeep =
      stored && canKeepIssuerSecret(stored, { clientId, issuerUrl, authentication: update.authentication })
    return {
      id,
      enabled: update.enabled ?? true,
      displayName,
      iconUrl: update.iconUrl ?? null,
      issuerUrl,
      clientId,
      scopes: (update.scopes ?? ['profile', 'email']).filter((scope) => scope !== 'openid'),
      authentication: sealAuthentication(
        secret,
        providerSecretIdentity(projectId, id),
        canKeep ? stored.authentication : undefined,
        update.authentication,
      ),
    }
  })
}

/** What a stored secret or key belongs to. */
interface SecretUse {
  readonly issuerUrl: string
  readonly clientId: string
  readonly authentication: { readonly method: Method }
}

/**
 * A stored secret must not be sent to another issuer, and belongs to one client. A key and a secret do not replace each
 * other.
 */
export function canKeepIssuerSecret(stored: SecretUse, update: SecretUse): boolean {
  const usesKey = ({ method }: { readonly method: Method }): boolean => method === 'private_key_jwt'
  return (
    stored.issuerUrl === update.issuerUrl &&
    // guard: a stored secret of an issuer belongs to one client [team-connections/team-connections]
    stored.clientId === update.clientId &&
    usesKey(stored.authentication) === usesKey(update.authentication)
  )
}

/**
 * Seals the secret or key of an issuer. Without a key in the update, the stored one stays; if there is none, one is
 * created.
 */
export function sealAuthentication(
  secret: MasterSecret,
  identity: string,
  stored: OidcProviderConfig['authentication'] | undefined,
  update: IssuerUpdate['authentication'],
): OidcProviderConfig['authentication'] {
  const { method } = update
  if (method !== 'private_key_jwt') {
    return { method, secretSealed: sealOrKeep(secret, update.clientSecret, stored?.secretSealed, identity) }
  }
  const { audience = 'issuer', privateKey } = update
  if (stored !== undefined && (privateKey === undefined || isMasked(privateKey))) {
    return { method, audience, secretSealed: stored.secretSealed, publicJwk: stored.publicJwk ?? {} }
  }
  // `requireUsableIssuers` has refused a key that cannot sign.
  const key = privateKey === undefined ? createIssuerKey() : readIssuerKey(privateKey)
  return {
    method,
    audience,
    secretSealed: sealOrKeep(secret, key?.privateKey ?? SECRET_MASK, stored?.secretSealed, identity),
    publicJwk: key?.publicJwk ?? {},
  }
}
