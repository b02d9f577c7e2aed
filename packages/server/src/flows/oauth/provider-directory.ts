import type { OAuthProviderId } from '@portico/contract'
import { z } from 'zod'

import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import type { Log } from '../../platform/log/log.ts'
import type { OutboundHttp } from '../../platform/outbound-http/outbound-http.ts'
import type { OAuthProviderConfig, Project } from '../../records/projects/project.ts'
import { providerSecretIdentity } from '../../records/projects/provider-secret.ts'
import type { OAuthAccount } from '../../records/users/user.ts'
import type { Mode } from '../../kernel/mode.ts'
import { authorityOf, lookAlikeAuthority } from './authority.ts'
import { selectClientAuthentication } from './client-authentication.ts'
import { lookAlikeEndpoints, type ProviderEndpoints, type ProviderOptions } from './providers/provider.ts'
import { ProviderMisconfigured, ProviderUnavailable, type ProviderConnection } from './provider-client.ts'
import { oauthProviders } from './providers.ts'
import { plainOpenId } from './providers/plain-openid.ts'
import {
  isHttpsOrLoopback,
  isProviderId,
  type SeededSharedProvider,
  type SharedProvider,
} from '../../records/projects/shared-provider.ts'
import { toCamelCase } from '@portico/contract/letter-case'

/** Providers with shared keys by default (contract 01, section 5.8.1). Development mode serves them by look-alikes. */
const sharedInDevelopment: readonly OAuthProviderId[] = ['google', 'github', 'microsoft', 'spotify']

/** In development mode, a standard provider with this client id uses its look-alike. */
const LOOK_ALIKE_CLIENT_ID = 'look-alike'

const DISCOVERY_MILLIS = 60 * 60_000

/** The fields of OpenID Connect Discovery 1.0 section 3 that the service reads. */
const providerMetadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().nullish(),
  token_endpoint_auth_methods_supported: z.array(z.string()).nullish(),
})

export interface DirectoryDependencies {
  readonly settings: { readonly mode: Mode; readonly baseUrl: string }
  readonly secret: MasterSecret
  readonly outbound: OutboundHttp
  readonly log: Log
}

/** Selects keys and endpoints for a project's provider: own or shared keys, built-in or overridden endpoints. */
export class ProviderDirectory {
  readonly #dependencies: DirectoryDependencies
  readonly #shared: ReadonlyMap<string, SharedProvider>
  readonly #discovered = new Map<string, { at: number; found: Promise<Discovered> }>()

  /** @param shared entries that `sharedProviderProblems` has accepted */
  constructor(dependencies: DirectoryDependencies, shared: Readonly<Record<string, SeededSharedProvider>>) {
    this.#dependencies = dependencies
    this.#shared = new Map(Object.entries(shared).map(([id, entry]) => [id, toCamelCase(entry)]))
  }

  /** Returns whether a project may use shared keys for this provider: the operator's, or a look-alike in development mode. */
  isShared(providerId: string): boolean {
    const hasLookAlike =
      this.#dependencies.settings.mode === 'development' && sharedInDevelopment.some((id) => id === providerId)
    return hasLookAlike || this.#shared.has(providerId)
  }

  /**
   * Returns the connection to a provider that the project has enabled, or null.
   *
   * @throws ProviderUnavailable if the discovery document of the provider cannot be fetched, ProviderMisconfigured if it
   * contradicts the configuration
   */
  async connectionOf(project: Project, providerId: string): Promise<ProviderConnection | null> {
    const stored = project.config.oauthProviders.find(({ id, enabled }) => id === providerId && enabled)
    if (!stored || !isProviderId(stored.id)) return null
    return stored.type === 'shared'
      ? this.#sharedConnection(stored.id)
      : this.#ownConnection(project, stored, stored.id)
  }

  /**
   * Returns the authority that assigns the account ids of a provider, by the project's configuration, enabled or not. Null if
   * the project has not configured it and the authority depends on the choice of shared or own keys.
   */
  authorityOf(project: Project, id: OAuthProviderId): string | null {
    const stored = project.config.oauthProviders.find((provider) => provider.id === id)
    if (stored?.type === 'standard') return this.#isLookAlike(stored) ? lookAlikeAuthority(id) : id
    const entry = this.#shared.get(id)
    const ofShared = entry ? authorityOf(id, entry) : this.isShared(id) ? lookAlikeAuthority(id) : id
    return stored || ofShared === id ? ofShared : null
  }

  /** Whether the project offers the provider, with keys, and with the authority that assigned the id of the account. */
  canSignInWith(project: Project, { authority, providerId }: Pick<OAuthAccount, 'authority' | 'providerId'>): boolean {
    const stored = project.config.oauthProviders.find(({ id, enabled }) => id === providerId && enabled)
    if (!stored || !isProviderId(stored.id)) return false
    const hasKeys = stored.type === 'shared' ? this.isShared(stored.id) : ownKeysOf(stored) !== null
    return hasKeys && this.authorityOf(project, stored.id) === authority
  }

  #isLookAlike({ clientId }: OAuthProviderConfig): boolean {
    return this.#dependencies.settings.mode === 'development' && clientId === LOOK_ALIKE_CLIENT_ID
  }

  #ownConnection(project: Project, stored: OAuthProviderConfig, id: OAuthProviderId): ProviderConnection | null {
    const keys = ownKeysOf(stored)
    if (!keys) return null
    const { facebookConfigId, microsoftTenantId } = stored
    const options: ProviderOptions = {
      clientId: keys.clientId,
      clientSecret: this.#dependencies.secret.open(keys.clientSecretSealed, providerSecretIdentity(project.id, id)),
      ...(facebookConfigId !== undefined && { facebookConfigId }),
      ...(microsoftTenantId !== undefined && { microsoftTenantId }),
    }
    return this.#builtInConnection(id, options, { isLookAlike: this.#isLookAlike(stored), isShared: false })
  }

  async #sharedConnection(id: OAuthProviderId): Promise<ProviderConnection | null> {
    const entry = this.#shared.get(id)
    if (!entry) {
      if (!this.isShared(id)) {
        this.#dependencies.log.warn(
          { provider: id },
          'no shared keys for this provider; add them to the seed file or change the project to its own keys',
        )
        return null
      }
      const options = { clientId: LOOK_ALIKE_CLIENT_ID, clientSecret: LOOK_ALIKE_CLIENT_ID }
      return this.#builtInConnection(id, options, { isLookAlike: true, isShared: true })
    }
    const options = { clientId: entry.clientId, clientSecret: entry.clientSecret }
    const found =
      entry.issuer === undefined
        ? { endpoints: readEndpoints(entry), authenticationMethods: null }
        : await this.#discover(id, entry.issuer)
    const { endpoints, authenticationMethods } = found
    if (!endpoints) return this.#builtInConnection(id, options, { isLookAlike: false, isShared: true })
    const clientAuthentication = selectClientAuthentication(authenticationMethods, options)
    const provider = plainOpenId(id, oauthProviders[id].name, endpoints, clientAuthentication)
    return { provider, options, endpoints, authority: authorityOf(id, entry), isShared: true }
  }

  #builtInConnection(
    id: OAuthProviderId,
    options: ProviderOptions,
    { isLookAlike, isShared }: { isLookAlike: boolean; isShared: boolean },
  ): ProviderConnection {
    const provider = oauthProviders[id]
    const real = provider.endpoints(options)
    const endpoints = isLookAlike ? lookAlikeEndpoints(this.#dependencies.settings.baseUrl, provider, real) : real
    return { provider, options, endpoints, authority: isLookAlike ? lookAlikeAuthority(id) : id, isShared }
  }

  /** Fetches the discovery document of a provider, once an hour (OpenID Connect Discovery 1.0 section 4). */
  #discover(id: OAuthProviderId, issuer: string): Promise<Discovered> {
    const known = this.#discovered.get(issuer)
    if (known && performance.now() - known.at < DISCOVERY_MILLIS) return known.found
    const found = fetchDiscoveryDocument(this.#dependencies, oauthProviders[id].name, issuer)
    const entry = { at: performance.now(), found }
    this.#discovered.set(issuer, entry)
    found.catch(() => this.#discovered.get(issuer) === entry && this.#discovered.delete(issuer))
    return found
  }
}

/** The keys of the project itself. Null unless both are stored. */
function ownKeysOf({
  clientId,
  clientSecretSealed,
}: OAuthProviderConfig): { clientId: string; clientSecretSealed: string } | null {
  return clientId === undefined || clientSecretSealed === undefined ? null : { clientId, clientSecretSealed }
}

/** What the service uses of a discovery document. */
interface Discovered {
  readonly endpoints: ProviderEndpoints
  /** The methods of client authentication that the token endpoint supports; null if the document does not list them. */
  readonly authenticationMethods: readonly string[] | null
}

async function fetchDiscoveryDocument(
  { outbound, log }: DirectoryDependencies,
  name: string,
  issuer: string,
): Promise<Discovered> {
  try {
    const response = await outbound.fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      headers: { accept: 'application/json' },
    })
    const metadata = providerMetadata.parse(await response.json())
    // Section 4.3: with the document of another issuer, authorization codes would be sent to that issuer.
    if (metadata.issuer !== issuer) {
      throw misconfigured(
        name,
        `The configured issuer is "${issuer}", but its discovery document names "${metadata.issuer}". The two must be equal, including a slash at the end.`,
      )
    }
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
    if (plain)
      throw misconfigured(name, `The discovery document of "${issuer}" names ${plain}, which does not use https.`)
    return { endpoints, authenticationMethods: metadata.token_endpoint_auth_methods_supported ?? null }
  } catch (error) {
    const isMisconfigured = error instanceof ProviderMisconfigured
    log.warn(
      { err: isMisconfigured ? error.cause : error, issuer },
      'cannot use the discovery document of a sign-in provider',
    )
    if (isMisconfigured) throw error
    throw new ProviderUnavailable(({ errors }) => errors.provider.noAnswer(name), { cause: error })
  }
}

/** @param reason for the operator; only the log contains it */
function misconfigured(name: string, reason: string): ProviderMisconfigured {
  return new ProviderMisconfigured(({ errors }) => errors.provider.misconfigured(name), { cause: new Error(reason) })
}

function readEndpoints(entry: SharedProvider): ProviderEndpoints | null {
  const { authorizationUrl: authorization, tokenUrl: token, userinfoUrl: userinfo } = entry
  if (authorization === undefined || token === undefined || userinfo === undefined) return null
  return { authorization, token, userinfo, jwks: null, issuer: null, others: {} }
}
