import type { OAuthProviderId } from '@portico/contract'
import { z } from 'zod'

import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import type { Log } from '../../platform/log/log.ts'
import { OutboundProblem } from '../../platform/outbound-http/outbound-addresses.ts'
import type { OutboundHttp } from '../../platform/outbound-http/outbound-http.ts'
import type { OAuthProviderConfig, Project } from '../../records/projects/project.ts'
import { providerSecretIdentity } from '../../records/projects/provider-secret.ts'
import type { Mode } from '../../kernel/mode.ts'
import { authorityOf, lookAlikeAuthority } from './authority.ts'
import { lookAlikeEndpoints, type ProviderEndpoints, type ProviderOptions } from './providers/provider.ts'
import { ProviderUnavailable, type ProviderConnection } from './provider-client.ts'
import { oauthProviders } from './providers.ts'
import { plainOpenId } from './providers/plain-openid.ts'
import {
  isHttpsOrLoopback,
  isProviderId,
  type SeededSharedProvider,
  type SharedProvider,
} from '../../records/projects/shared-provider.ts'
import { toCamelCase } from '../../kernel/letter-case.ts'

/** Providers for which operators may have shared keys without saying where they are (contract 01, section 5.8.1). */
const usuallyShared: readonly OAuthProviderId[] = ['google', 'github', 'microsoft', 'spotify']

/** A standard provider with this client id is spoken to at its look-alike, in development mode only. */
const LOOK_ALIKE_CLIENT_ID = 'look-alike'

const DISCOVERY_MILLIS = 60 * 60_000

/** OpenID Connect Discovery 1.0 section 3, as far as we read it. */
const providerMetadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
})

export interface DirectoryDependencies {
  readonly settings: { readonly mode: Mode; readonly baseUrl: string }
  readonly secret: MasterSecret
  readonly outbound: OutboundHttp
  readonly log: Log
}

/** Finds out how a project speaks to a provider: with its own keys or the operator's, at the usual place or another. */
export class ProviderDirectory {
  readonly #dependencies: DirectoryDependencies
  readonly #shared: ReadonlyMap<string, SharedProvider>
  readonly #discovered = new Map<string, { at: number; endpoints: Promise<ProviderEndpoints> }>()

  /** @param shared without what `sharedProviderProblems` complains about */
  constructor(dependencies: DirectoryDependencies, shared: Readonly<Record<string, SeededSharedProvider>>) {
    this.#dependencies = dependencies
    this.#shared = new Map(Object.entries(shared).map(([id, entry]) => [id, toCamelCase(entry)]))
  }

  /** Whether a project may use the operator's keys for this provider. Development mode has its look-alikes for that. */
  isShared(providerId: string): boolean {
    const hasLookAlike =
      this.#dependencies.settings.mode === 'development' && usuallyShared.some((id) => id === providerId)
    return hasLookAlike || this.#shared.has(providerId)
  }

  /**
   * The connection to a provider the project has switched on, else null.
   *
   * @throws ProviderUnavailable if the provider's own description cannot be fetched
   */
  async connectionOf(project: Project, providerId: string): Promise<ProviderConnection | null> {
    const stored = project.config.oauthProviders.find(({ id, enabled }) => id === providerId && enabled)
    if (!stored || !isProviderId(stored.id)) return null
    return stored.type === 'shared'
      ? this.#sharedConnection(stored.id)
      : this.#ownConnection(project, stored, stored.id)
  }

  /**
   * Who assigns the account ids of a provider as the project has configured it, switched on or not. Null if the project has
   * not and it depends on whether shared or own keys are used.
   */
  authorityOf(project: Project, id: OAuthProviderId): string | null {
    const stored = project.config.oauthProviders.find((provider) => provider.id === id)
    if (stored?.type === 'standard') return this.#isLookAlike(stored) ? lookAlikeAuthority(id) : id
    const entry = this.#shared.get(id)
    const ofShared = entry ? authorityOf(id, entry) : this.isShared(id) ? lookAlikeAuthority(id) : id
    return stored || ofShared === id ? ofShared : null
  }

  #isLookAlike({ clientId }: OAuthProviderConfig): boolean {
    return this.#dependencies.settings.mode === 'development' && clientId === LOOK_ALIKE_CLIENT_ID
  }

  #ownConnection(project: Project, stored: OAuthProviderConfig, id: OAuthProviderId): ProviderConnection | null {
    const { clientId, clientSecretSealed: sealed, facebookConfigId, microsoftTenantId } = stored
    if (clientId === undefined || sealed === undefined) return null
    const options: ProviderOptions = {
      clientId,
      clientSecret: this.#dependencies.secret.open(sealed, providerSecretIdentity(project.id, id)),
      ...(facebookConfigId !== undefined && { facebookConfigId }),
      ...(microsoftTenantId !== undefined && { microsoftTenantId }),
    }
    return this.#usual(id, options, { isLookAlike: this.#isLookAlike(stored), isShared: false })
  }

  async #sharedConnection(id: OAuthProviderId): Promise<ProviderConnection | null> {
    const entry = this.#shared.get(id)
    if (!entry) {
      if (!this.isShared(id)) {
        this.#dependencies.log.warn(
          { provider: id },
          'a project uses shared keys of a provider for which there are none',
        )
        return null
      }
      const options = { clientId: LOOK_ALIKE_CLIENT_ID, clientSecret: LOOK_ALIKE_CLIENT_ID }
      return this.#usual(id, options, { isLookAlike: true, isShared: true })
    }
    const options = { clientId: entry.clientId, clientSecret: entry.clientSecret }
    const endpoints = entry.issuer === undefined ? givenEndpoints(entry) : await this.#discover(id, entry.issuer)
    if (!endpoints) return this.#usual(id, options, { isLookAlike: false, isShared: true })
    const provider = plainOpenId(id, oauthProviders[id].name, endpoints)
    return { provider, options, endpoints, authority: authorityOf(id, entry), isShared: true }
  }

  #usual(
    id: OAuthProviderId,
    options: ProviderOptions,
    { isLookAlike, isShared }: { isLookAlike: boolean; isShared: boolean },
  ): ProviderConnection {
    const provider = oauthProviders[id]
    const real = provider.endpoints(options)
    const endpoints = isLookAlike ? lookAlikeEndpoints(this.#dependencies.settings.baseUrl, provider, real) : real
    return { provider, options, endpoints, authority: isLookAlike ? lookAlikeAuthority(id) : id, isShared }
  }

  /** The provider's own description, fetched once an hour (OpenID Connect Discovery 1.0 section 4). */
  #discover(id: OAuthProviderId, issuer: string): Promise<ProviderEndpoints> {
    const known = this.#discovered.get(issuer)
    if (known && performance.now() - known.at < DISCOVERY_MILLIS) return known.endpoints
    const endpoints = fetchDescription(this.#dependencies, oauthProviders[id].name, issuer)
    const entry = { at: performance.now(), endpoints }
    this.#discovered.set(issuer, entry)
    endpoints.catch(() => this.#discovered.get(issuer) === entry && this.#discovered.delete(issuer))
    return endpoints
  }
}

async function fetchDescription(
  { outbound, log }: DirectoryDependencies,
  name: string,
  issuer: string,
): Promise<ProviderEndpoints> {
  const unavailable = (cause: unknown): ProviderUnavailable => {
    log.warn({ err: cause, issuer }, 'the description of a sign-in provider could not be used')
    return new ProviderUnavailable(`${name} does not answer at the moment. Please try again in a while.`, { cause })
  }
  try {
    const response = await outbound.fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      headers: { accept: 'application/json' },
    })
    const metadata = providerMetadata.parse(await response.json())
    // Section 4.3: another issuer's description would hand our users' codes to that one.
    if (metadata.issuer !== issuer) throw new OutboundProblem('refused', `The issuer calls itself ${metadata.issuer}.`)
    const endpoints: ProviderEndpoints = {
      authorization: metadata.authorization_endpoint,
      token: metadata.token_endpoint,
      userinfo: metadata.userinfo_endpoint ?? null,
      jwks: metadata.jwks_uri,
      issuer,
      others: {},
    }
    const plain = [endpoints.authorization, endpoints.token, endpoints.userinfo, endpoints.jwks].find(
      (url) => url != null && !isHttpsOrLoopback(url),
    )
    if (plain) throw new OutboundProblem('refused', `${plain} is not https.`)
    return endpoints
  } catch (error) {
    throw unavailable(error)
  }
}

function givenEndpoints(entry: SharedProvider): ProviderEndpoints | null {
  const { authorizationUrl: authorization, tokenUrl: token, userinfoUrl: userinfo } = entry
  if (authorization === undefined || token === undefined || userinfo === undefined) return null
  return { authorization, token, userinfo, jwks: null, issuer: null, others: {} }
}
