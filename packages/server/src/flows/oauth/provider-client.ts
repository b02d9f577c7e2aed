import { decodeJwt } from 'jose/jwt/decode'
import * as oauth from 'oauth4webapi'

import type { Clock } from '../../kernel/clock.ts'
import { OutboundProblem } from '../../platform/outbound-http/outbound-addresses.ts'
import type { OutboundHttp } from '../../platform/outbound-http/outbound-http.ts'
import { findWrongClaim } from './id-token.ts'
import {
  ProviderAnswerUnusable,
  type OAuthProvider,
  type ProviderEndpoints,
  type ProviderIdentity,
  type ProviderOptions,
} from './providers/provider.ts'

/** A provider together with the app that is registered there and the addresses it is spoken to at. */
export interface ProviderConnection {
  readonly provider: OAuthProvider
  readonly options: ProviderOptions
  readonly endpoints: ProviderEndpoints
  /** Who assigns the account ids; see `authority.ts`. */
  readonly authority: string
  /** The operator's keys, shared by all projects; what they give is not for a single project to use. */
  readonly isShared: boolean
}

/** What the token endpoint of a provider gave. */
export interface ProviderGrant {
  readonly accessToken: string
  readonly refreshToken: string | null
  readonly expiresAt: Date
  /** Validated claims of the ID token; null where the provider gives none. */
  readonly claims: Readonly<Record<string, unknown>> | null
}

/** The provider answered with an error of the standard's grammar, such as `invalid_grant` (RFC 6749 sections 4.1.2.1, 5.2). */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal'
  readonly error: string

  constructor(error: string) {
    super(`The provider answered with the error ${error}.`)
    this.error = error
  }
}

/** The provider is down, slow or not reachable; trying later may help. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'
}

export interface ProviderClientDependencies {
  readonly outbound: OutboundHttp
  /** Not the time of the call: a provider may take seconds to answer. */
  readonly clock: Clock
}

const DEFAULT_TOKEN_SECONDS = 3_600
const TOKEN_MAX_SECONDS = 10 * 365 * 24 * 3_600
const CLOCK_TOLERANCE_SECONDS = 30
/** What our providers sign ID tokens with. Never `none`, never a shared secret (RFC 8725 section 3.1). */
const idTokenAlgorithms = ['RS256', 'ES256']

/** RFC 6749 appendix A.12. It is sent in a header, where anything else would be no error of the provider's any more. */
const accessTokenPattern = /^[\x20-\x7e]+$/

/** Public keys of providers by their address, for each service in this process. oauth4webapi decides when to read them again. */
const knownKeys = new WeakMap<OutboundHttp, Map<string, oauth.JWKSCacheInput>>()

export interface AuthorizationRequest {
  readonly redirectUri: string
  readonly state: string
  readonly codeVerifier: string
  readonly nonce: string
  readonly scopes: readonly string[]
}

/** Where the browser asks the provider (RFC 6749 section 4.1.1, RFC 7636 section 4.3). */
export async function authorizationUrl(connection: ProviderConnection, wanted: AuthorizationRequest): Promise<string> {
  const { provider, options, endpoints } = connection
  const url = new URL(endpoints.authorization)
  const parameters = {
    ...provider.authorizationParameters(options),
    // Last, so that nothing a provider's table says can replace what the flow depends on.
    client_id: options.clientId,
    redirect_uri: wanted.redirectUri,
    response_type: 'code',
    scope: wanted.scopes.join(' '),
    state: wanted.state,
    ...(usesNonce(connection) && { nonce: wanted.nonce }),
    ...(provider.usesPkce && {
      code_challenge: await oauth.calculatePKCECodeChallenge(wanted.codeVerifier),
      code_challenge_method: 'S256',
    }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/**
 * Exchanges the code the provider has sent back.
 *
 * @param answer its parameters; `state`, and `iss` where we know the issuer (RFC 9207), are checked here
 * @throws ProviderRefusal, ProviderUnavailable, ProviderAnswerUnusable
 */
export async function exchangeProviderCode(
  dependencies: ProviderClientDependencies,
  connection: ProviderConnection,
  answer: URLSearchParams,
  sent: Omit<AuthorizationRequest, 'scopes'>,
): Promise<ProviderGrant> {
  const { provider, endpoints } = connection
  const { server, client } = describe(dependencies, connection)
  const parameters = new URLSearchParams(answer)
  if (endpoints.issuer === null) parameters.delete('iss')
  return asProviderProblem(provider, async () => {
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      await authentication(dependencies, connection),
      oauth.validateAuthResponse(server, client, parameters, sent.state),
      sent.redirectUri,
      provider.usesPkce ? sent.codeVerifier : oauth.nopkce,
      transport(dependencies),
    )
    const { readable, idToken } = await readTokenAnswer(connection, response)
    const expected = { ...server, issuer: expectedIssuer(connection, idToken) ?? server.issuer }
    const tokens = await oauth.processAuthorizationCodeResponse(expected, client, readable, {
      expectedNonce: usesNonce(connection) ? sent.nonce : oauth.expectNoNonce,
      requireIdToken: endpoints.issuer !== null,
    })
    if (endpoints.issuer !== null) await verifySignature(dependencies, expected, readable)
    const claims = oauth.getValidatedIdTokenClaims(tokens) ?? null
    if (claims) requireRightClaims(dependencies, connection, claims, tokens.access_token)
    return toGrant(dependencies, provider, tokens, claims)
  })
}

/** Exchanges a provider's refresh token (RFC 6749 section 6). Throws as the exchange of a code does. */
export async function refreshAtProvider(
  dependencies: ProviderClientDependencies,
  connection: ProviderConnection,
  refreshToken: string,
): Promise<ProviderGrant> {
  const { provider } = connection
  const { server, client } = describe(dependencies, connection)
  return asProviderProblem(provider, async () => {
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      await authentication(dependencies, connection),
      refreshToken,
      transport(dependencies),
    )
    // Who it is has been settled at sign-in; an ID token that comes along is not looked at.
    const { readable } = await readTokenAnswer(
      { ...connection, endpoints: { ...connection.endpoints, issuer: null } },
      response,
    )
    return toGrant(dependencies, provider, await oauth.processRefreshTokenResponse(server, client, readable), null)
  })
}

/** Asks the provider who signed in. Throws as the exchange of a code does. */
export async function readProviderIdentity(
  dependencies: ProviderClientDependencies,
  connection: ProviderConnection,
  grant: ProviderGrant,
): Promise<ProviderIdentity> {
  const { provider, endpoints } = connection
  return asProviderProblem(provider, () =>
    provider.readIdentity({
      tokens: { accessToken: grant.accessToken, claims: grant.claims },
      endpoints,
      get: async (url) => {
        const response = await dependencies.outbound.fetch(url, {
          headers: {
            authorization: `Bearer ${grant.accessToken}`,
            accept: 'application/json',
            'user-agent': 'Portico',
          },
        })
        return readJson(provider, response)
      },
    }),
  )
}

function usesNonce({ provider, endpoints }: ProviderConnection): boolean {
  return endpoints.issuer !== null && provider.omitsNonce !== true
}

function describe(
  { clock }: ProviderClientDependencies,
  { options, endpoints }: ProviderConnection,
): { server: oauth.AuthorizationServer; client: oauth.Client } {
  const issuer = endpoints.issuer ?? new URL(endpoints.token).origin
  const server: oauth.AuthorizationServer = {
    issuer,
    authorization_endpoint: endpoints.authorization,
    token_endpoint: endpoints.token,
    id_token_signing_alg_values_supported: idTokenAlgorithms,
    ...(endpoints.jwks !== null && { jwks_uri: endpoints.jwks }),
  }
  const client: oauth.Client = {
    client_id: options.clientId,
    // The library reads the system's clock; ours is the database's.
    [oauth.clockSkew]: Math.round((clock.now().getTime() - Date.now()) / 1_000),
    [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
  }
  return { server, client }
}

async function authentication(
  { clock }: ProviderClientDependencies,
  { provider, options }: ProviderConnection,
): Promise<oauth.ClientAuth> {
  const secret = (await provider.clientSecret?.(options, clock.now())) ?? options.clientSecret
  return provider.clientAuthentication === 'basic' ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret)
}

function transport({ outbound }: ProviderClientDependencies): {
  [oauth.customFetch]: (url: string, options: FetchOptions) => Promise<Response>
  [oauth.allowInsecureRequests]: boolean
} {
  return {
    [oauth.customFetch]: (url, { method, headers, body }) =>
      outbound.fetch(url, { method, headers, body: body instanceof URLSearchParams ? body : null }),
    // Which addresses may be plain http was decided where they came from: loopback only.
    [oauth.allowInsecureRequests]: true,
  }
}

interface FetchOptions {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: unknown
}

/**
 * The answer of a token endpoint in the shape of RFC 6749 section 5. Providers say errors with status 200 or as objects,
 * and leave out the token's type; an ID token from a provider that is not spoken to as OpenID Connect means nothing.
 */
async function readTokenAnswer(
  { provider, endpoints }: ProviderConnection,
  response: Response,
): Promise<{ readable: Response; idToken: unknown }> {
  const body = await readJson(provider, response, { mayBeError: true })
  if (typeof body !== 'object' || body === null) throw unreadable(provider)
  const { id_token: idToken, token_type: type = 'Bearer', error, ...rest } = body as Record<string, unknown>
  if (error !== undefined && error !== null) throw new ProviderRefusal(errorWord(error))
  if (!response.ok) throw unreadable(provider)
  const tokens = { ...rest, token_type: type, ...(endpoints.issuer !== null && { id_token: idToken }) }
  return { readable: Response.json(tokens), idToken }
}

/** The issuer this ID token must name, where that depends on the account. Its claims are only read, not yet believed. */
function expectedIssuer({ provider, endpoints }: ProviderConnection, idToken: unknown): string | null {
  if (endpoints.issuer === null || !provider.isExpectedIssuer || typeof idToken !== 'string') return null
  try {
    const claims = decodeJwt(idToken)
    return provider.isExpectedIssuer(endpoints.issuer, claims) ? (claims.iss ?? null) : null
  } catch {
    return null
  }
}

/** An error is one word; Facebook and a few others answer with an object that has one. */
function errorWord(error: unknown): string {
  const word = typeof error === 'object' && error !== null && 'type' in error ? error.type : error
  return typeof word === 'string' && /^[\w.-]{1,64}$/.test(word) ? word : 'unknown'
}

async function readJson(provider: OAuthProvider, response: Response, { mayBeError = false } = {}): Promise<unknown> {
  if (response.status >= 500 || response.status === 429) throw unavailable(provider)
  if (!response.ok && !mayBeError) throw unreadable(provider)
  try {
    return await response.json()
  } catch {
    throw unreadable(provider)
  }
}

async function verifySignature(
  dependencies: ProviderClientDependencies,
  server: oauth.AuthorizationServer,
  response: Response,
): Promise<void> {
  const address = server.jwks_uri ?? ''
  const known = knownKeys.get(dependencies.outbound) ?? new Map<string, oauth.JWKSCacheInput>()
  knownKeys.set(dependencies.outbound, known)
  const cache = known.get(address) ?? {}
  known.set(address, cache)
  await oauth.validateApplicationLevelSignature(server, response, {
    ...transport(dependencies),
    [oauth.jwksCache]: cache,
  })
}

function requireRightClaims(
  { clock }: ProviderClientDependencies,
  { provider, options }: ProviderConnection,
  claims: oauth.IDToken,
  accessToken: string,
): void {
  const wrongClaim = findWrongClaim(claims, {
    clientId: options.clientId,
    accessToken,
    now: clock.now(),
    toleranceSeconds: CLOCK_TOLERANCE_SECONDS,
  })
  if (wrongClaim) throw unreadable(provider, new Error(`The claim ${wrongClaim} of the ID token is wrong.`))
}

function toGrant(
  { clock }: ProviderClientDependencies,
  provider: OAuthProvider,
  tokens: oauth.TokenEndpointResponse,
  claims: Record<string, unknown> | null,
): ProviderGrant {
  if (!accessTokenPattern.test(tokens.access_token)) throw unreadable(provider)
  const fallback = provider.accessTokenLifetimeSeconds ?? DEFAULT_TOKEN_SECONDS
  const seconds = Math.min(tokens.expires_in ?? fallback, TOKEN_MAX_SECONDS)
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? null,
    expiresAt: new Date(clock.now().getTime() + seconds * 1_000),
    claims,
  }
}

/** Everything that can go wrong at the other end, as one of the three errors above. */
async function asProviderProblem<T>(provider: OAuthProvider, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OutboundProblem) throw unavailable(provider, error)
    // The library's own classes: an answer that does not fit the standard, or claims that do not fit the request.
    if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError) {
      throw unreadable(provider, error)
    }
    if (error instanceof oauth.WWWAuthenticateChallengeError) throw new ProviderRefusal('invalid_client')
    throw error
  }
}

function unavailable(provider: OAuthProvider, cause?: Error): ProviderUnavailable {
  return new ProviderUnavailable(`${provider.name} does not answer at the moment. Please try again in a while.`, {
    cause,
  })
}

function unreadable(provider: OAuthProvider, cause?: Error): ProviderAnswerUnusable {
  return new ProviderAnswerUnusable(
    `${provider.name} gave an answer that could not be verified, so nobody was signed in. Please try again.`,
    { cause },
  )
}
