import type { OAuthProviderId } from '@portico/contract'

import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import type { Log } from '../../platform/log/log.ts'
import type { OutboundHttp } from '../../platform/outbound-http/outbound-http.ts'
import type { OAuthProviderConfig, OidcProviderConfig, Project } from '../../records/projects/project.ts'
import { providerSecretIdentity } from '../../records/projects/provider-secret.ts'
import { connectionIdOf, connectionSecretIdentity, providerIdOf } from '../../records/team-connections/connection.ts'
import type { SignInConnection } from '../../records/team-connections/store.ts'
import type { OAuthAccount } from '../../records/users/user.ts'
import type { Mode } from '../../kernel/mode.ts'
import { providerIdentityOf, lookAlikeIdentity } from './provider-identity.ts'
import { selectClientAuthentication } from './client-authentication.ts'
import {
  lookAlikeEndpoints,
  type OAuthProvider,
  type ProviderEndpoints,
  type ProviderOptions,
} from './providers/provider.ts'
import { IssuerDocuments, type IssuerDiscovery } from './issuer-documents.ts'
import type { ProviderConnection } from './provider-client.ts'
import { oauthProviders } from './providers.ts'
import { plainOpenId } from './providers/plain-openid.ts'
import { isProviderId, type SeededSharedProvider, type SharedProvider } from '../../records/projects/shared-provider.ts'
import { toCamelCase } from '@portico/contract/letter-case'

/** Providers with shared keys by default. Development mode serves them by look-alikes. */
const sharedInDevelopment: readonly OAuthProviderId[] = ['google', 'github', 'microsoft', 'spotify']

/** In development mode, a standard provider with this client id uses its look-alike. */
const LOOK_ALIKE_CLIENT_ID = 'look-alike'

export interface DirectoryDependencies {
  readonly settings: { readonly mode: Mode; readonly baseUrl: string }
  readonly secret: MasterSecret
  readonly outbound: OutboundHttp
  readonly log: Log
  /** Finds the connection of a team. */
  readonly findConnection: (projectId: string, id: string) => Promise<SignInConnection | null>
}

/** Selects keys and endpoints for a project's provider: own or shared keys, built-in or overridden endpoints. */
export class ProviderDirectory {
  readonly #dependencies: DirectoryDependencies
  readonly #shared: ReadonlyMap<string, SharedProvider>
  readonly #documents: IssuerDocuments

  /** @param shared entries that `sharedProviderProblems` has accepted */
  constructor(dependencies: DirectoryDependencies, shared: Readonly<Record<string, SeededSharedProvider>>) {
    this.#dependencies = dependencies
    this.#documents = new IssuerDocuments(dependencies)
    this.#shared = new Map(Object.entries(shared).map(([id, entry]) => [id, toCamelCase(entry)]))
  }

  /**
   * Returns whether a project may use shared keys for this provider: the operator's, or a look-alike in development
   * mode.
   */
  isShared(providerId: string): boolean {
    const hasLookAlike =
      this.#dependencies.settings.mode === 'development' && sharedInDevelopment.some((id) => id === providerId)
    return hasLookAlike || this.#shared.has(providerId)
  }

  /**
   * Returns the connection to a provider that the project has enabled, or null.
   *
   * @throws ProviderUnavailable if the discovery document of the provider cannot be fetched, ProviderMisconfigured if
   *   it contradicts the configuration
   */
  async connectionOf(project: Project, providerId: string): Promise<ProviderConnection | null> {
    const connectionId = connectionIdOf(providerId)
    if (connectionId !== null) return this.#teamConnection(project.id, connectionId)
    const issuer = project.config.oidcProviders.find(({ id, enabled }) => id === providerId && enabled)
    if (issuer) return this.#issuerConnection(project, issuer)
    const stored = project.config.oauthProviders.find(({ id, enabled }) => id === providerId && enabled)
    if (!stored || !isProviderId(stored.id)) return null
    return stored.type === 'shared'
      ? this.#sharedConnection(stored.id)
      : this.#ownConnection(project, stored, stored.id)
  }

  /**
   * Returns the identity of a provider, by the project's configuration, enabled or not. Null if
   * the project has not configured it and the identity depends on the choice of shared or own keys.
   */
  providerIdentityOf(project: Project, id: OAuthProviderId): string | null {
    const stored = project.config.oauthProviders.find((provider) => provider.id === id)
    if (stored?.type === 'standard') return this.#isLookAlike(stored) ? lookAlikeIdentity(id) : id
    const entry = this.#shared.get(id)
    const ofShared = entry ? providerIdentityOf(id, entry) : this.isShared(id) ? lookAlikeIdentity(id) : id
    return stored || ofShared === id ? ofShared : null
  }

  /** Returns the identity of an enabled provider or issuer. Null if the project offers none with this id. */
  providerIdentityOfEnabled(project: Project, id: string): string | null {
    const issuer = project.config.oidcProviders.find((one) => one.id === id && one.enabled)
    if (issuer) return providerIdentityOf(id, { issuer: issuer.issuerUrl })
    // guard: a server connects accounts of enabled providers only (drop `provider.enabled`) [users/users]
    const isEnabled = project.config.oauthProviders.some((provider) => provider.id === id && provider.enabled)
    return isEnabled && isProviderId(id) ? this.providerIdentityOf(project, id) : null
  }

  /** Whether the project offers the provider, with keys, and with the provider identity of the account. */
  canSignInWith(
    project: Project,
    { providerIdentity, providerId }: Pick<OAuthAccount, 'providerIdentity' | 'providerId'>,
  ): boolean {
    const issuer = project.config.oidcProviders.find(({ id, enabled }) => id === providerId && enabled)
    if (issuer) return providerIdentityOf(issuer.id, { issuer: issuer.issuerUrl }) === providerIdentity
    const stored = project.config.oauthProviders.find(({ id, enabled }) => id === providerId && enabled)
    if (!stored || !isProviderId(stored.id)) return false
    const hasKeys = stored.type === 'shared' ? this.isShared(stored.id) : ownKeysOf(stored) !== null
    // guard: an account of another provider identity is no sign-in method
    //   (drop `this.providerIdentityOf(project, stored.id) === providerIdentity`) [provider-identity]
    return hasKeys && this.providerIdentityOf(project, stored.id) === providerIdentity
  }

  /** Reads the document and the keys of an issuer for its owner. */
  discoverIssuer(issuerUrl: string): Promise<IssuerDiscovery> {
    return this.#documents.discover(issuerUrl)
  }

  async #issuerConnection(project: Project, issuer: OidcProviderConfig): Promise<ProviderConnection> {
    const { authentication, clientId, displayName, id, issuerUrl, scopes } = issuer
    const { endpoints } = await this.#documents.read(displayName, issuerUrl)
    const options: ProviderOptions = {
      clientId,
      clientSecret: this.#dependencies.secret.open(authentication.secretSealed, providerSecretIdentity(project.id, id)),
      ...(authentication.audience && { assertionAudience: authentication.audience }),
    }
    const provider = plainOpenId(id, displayName, endpoints, clientAuthentications[authentication.method], scopes)
    return {
      provider,
      options,
      endpoints,
      providerIdentity: providerIdentityOf(id, { issuer: issuerUrl }),
      isShared: false,
    }
  }

  /** A team's issuer can vouch only for addresses in domains that the connection has proved. */
  async #teamConnection(projectId: string, id: string): Promise<ProviderConnection | null> {
    const { findConnection, secret } = this.#dependencies
    const connection = await findConnection(projectId, id)
    if (!connection) return null
    const { audience, clientId, displayName, issuerUrl, method, provedDomains, scopes, secretSealed } = connection
    const { endpoints } = await this.#documents.read(displayName, issuerUrl)
    const options: ProviderOptions = {
      clientId,
      clientSecret: secret.open(secretSealed, connectionSecretIdentity(projectId, id)),
      ...(audience && { assertionAudience: audience }),
    }
    const providerId = providerIdOf(id)
    const plain = plainOpenId(providerId, displayName, endpoints, clientAuthentications[method], scopes)
    const provider: OAuthProvider = {
      ...plain,
      readIdentity: async (access) => {
        const identity = await plain.readIdentity(access)
        const domain = identity.email?.slice(identity.email.lastIndexOf('@') + 1) ?? ''
        // guard: the issuer of a connection vouches only for addresses of proved domains
        //   (drop `provedDomains.includes(domain)`) [openid-provider]
        return { ...identity, isEmailVerified: identity.isEmailVerified && provedDomains.includes(domain) }
      },
    }
    return {
      provider,
      options,
      endpoints,
      providerIdentity: providerIdentityOf(providerId, { issuer: issuerUrl }),
      isShared: false,
    }
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
        : await this.#documents.read(oauthProviders[id].name, entry.issuer)
    const { endpoints, authenticationMethods } = found
    if (!endpoints) return this.#builtInConnection(id, options, { isLookAlike: false, isShared: true })
    const clientAuthentication = selectClientAuthentication(authenticationMethods, options)
    const provider = plainOpenId(id, oauthProviders[id].name, endpoints, clientAuthentication)
    return { provider, options, endpoints, providerIdentity: providerIdentityOf(id, entry), isShared: true }
  }

  #builtInConnection(
    id: OAuthProviderId,
    options: ProviderOptions,
    { isLookAlike, isShared }: { isLookAlike: boolean; isShared: boolean },
  ): ProviderConnection {
    const provider = oauthProviders[id]
    const real = provider.endpoints(options)
    const endpoints = isLookAlike ? lookAlikeEndpoints(this.#dependencies.settings.baseUrl, provider, real) : real
    return { provider, options, endpoints, providerIdentity: isLookAlike ? lookAlikeIdentity(id) : id, isShared }
  }
}

const clientAuthentications = {
  client_secret_basic: 'basic',
  client_secret_post: 'post',
  private_key_jwt: 'private_key_jwt',
} as const

/** The keys of the project itself. Null unless both are stored. */
function ownKeysOf({
  clientId,
  clientSecretSealed,
}: OAuthProviderConfig): { clientId: string; clientSecretSealed: string } | null {
  return clientId === undefined || clientSecretSealed === undefined ? null : { clientId, clientSecretSealed }
}

function readEndpoints(entry: SharedProvider): ProviderEndpoints | null {
  const { authorizationUrl: authorization, tokenUrl: token, userinfoUrl: userinfo } = entry
  if (authorization === undefined || token === undefined || userinfo === undefined) return null
  return { authorization, token, userinfo, jwks: null, issuer: null, others: {} }
}
