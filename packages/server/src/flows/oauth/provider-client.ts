import * as errors from 'jose/errors'
import { decodeJwt } from 'jose/jwt/decode'
import { importPKCS8 } from 'jose/key/import'
import * as oauth from 'oauth4webapi'

import type { Clock } from '../../kernel/clock.ts'
import { readIssuerKey } from '../../records/projects/issuer-key.ts'
import { OutboundProblem } from '../../platform/outbound-http/outbound-addresses.ts'
import type { OutboundHttp } from '../../platform/outbound-http/outbound-http.ts'
import { basicAuthentication } from './client-authentication.ts'
import { findWrongClaim, findWrongUserinfoClaim } from './id-token.ts'
import { signatureAlgorithms, verifyProviderSignature } from './provider-keys.ts'
import {
  ProviderAnswerUnusable,
  ProviderProblem,
  type OAuthProvider,
  type ProviderEndpoints,
  type ProviderIdentity,
  type ProviderOptions,
} from './providers/provider.ts'

/** A provider with the credentials of the registered app and its endpoints. */
export interface ProviderConnection {
  readonly provider: OAuthProvider
  readonly options: ProviderOptions
  readonly endpoints: ProviderEndpoints
  /** Under which the account ids are unique; see `provider-identity.ts`. */
  readonly providerIdentity: string
  /** Whether the keys are the operator's, shared by all projects. A project must not read tokens of shared keys. */
  readonly isShared: boolean
}

/** The parsed response of a provider's token endpoint. */
export interface ProviderGrant {
  readonly accessToken: string
  readonly refreshToken: string | null
  readonly expiresAt: Date
  /** Validated claims of the ID token; null if the provider issues none. */
  readonly claims: Readonly<Record<string, unknown>> | null
}

/** The provider returned an OAuth error such as `invalid_grant` (RFC 6749 sections 4.1.2.1, 5.2). */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal'
  readonly error: string

  constructor(error: string) {
    super(`The provider returned the error ${error}.`)
    this.error = error
  }
}

/** The provider is down, slow or unreachable. A retry may succeed. */
export class ProviderUnavailable extends ProviderProblem {
  override readonly name = 'ProviderUnavailable'
}

/** The configured provider cannot work, for example because it has another issuer. Only the operator can correct it. */
export class ProviderMisconfigured extends ProviderProblem {
  override readonly name = 'ProviderMisconfigured'
}

export interface ProviderClientDependencies {
  readonly outbound: OutboundHttp
  /** Read again after each request, because a provider may take seconds to respond. */
  readonly clock: Clock
}

const DEFAULT_TOKEN_SECONDS = 3_600
const TOKEN_MAX_SECONDS = 10 * 365 * 24 * 3_600
/** Providers set `iat` and `nbf` by their own clocks. A nonce makes each ID token usable once. */
const CLOCK_TOLERANCE_SECONDS = 60

/** RFC 6749 appendix A.12. The token is sent in a header, where other characters would cause an internal error. */
const accessTokenPattern = /^[\x20-\x7e]+$/

export interface AuthorizationRequest {
  readonly redirectUri: string
  readonly state: string
  readonly codeVerifier: string
  readonly nonce: string
  readonly scopes: readonly string[]
}

/** Builds the URL of the authorization request (RFC 6749 section 4.1.1, RFC 7636 section 4.3). */
export async function authorizationUrl(connection: ProviderConnection, wanted: AuthorizationRequest): Promise<string> {
  const { provider, options, endpoints } = connection
  const url = new URL(endpoints.authorization)
  const parameters = {
    ...provider.authorizationParameters(options),
    // Set last, so that parameters of a provider cannot replace those that the flow depends on.
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
 * Exchanges the code of the provider's callback.
 *
 * @param answer the callback parameters. Checks `state`, and `iss` if the issuer is known (RFC 9207).
 * @throws ProviderRefusal, ProviderUnavailable, ProviderAnswerUnusable
 */
export async function exchangeProviderCode(
  dependencies: ProviderClientDependencies,
  connection: ProviderConnection,
  answer: URLSearchParams,
  sent: Omit<AuthorizationRequest, 'scopes'>,
): Promise<ProviderGrant> {
  const { provider, endpoints } = connection
  const { server, client } = describeServer(dependencies, connection)
  const parameters = new URLSearchParams(answer)
  if (endpoints.issuer === null) parameters.delete('iss')
  return translateErrors(provider, async () => {
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      await authentication(dependencies, connection),
      oauth.validateAuthResponse(server, client, parameters, sent.state),
      sent.redirectUri,
      provider.usesPkce ? sent.codeVerifier : oauth.nopkce,
      transport(dependencies),
    )
    const { readable, idToken } = await readTokenAnswer(dependencies, connection, response)
    // guard: an ID token names the expected issuer
    //   (replace `expectedIssuer(connection, idToken) ?? server.issuer` with `typeof idToken === 'string' ? String(decodeJwt(idToken).iss) : server.issuer`)
    //   [hostile-provider]
    const expected = { ...server, issuer: expectedIssuer(connection, idToken) ?? server.issuer }
    // guard: the audience of an ID token is our client
    //   (replace `client` with `typeof idToken === 'string' ? { ...client, client_id: String([decodeJwt(idToken).aud].flat()[0]) } : client`)
    //   [hostile-provider]
    const tokens = await oauth.processAuthorizationCodeResponse(expected, client, readable, {
      // guard: an ID token has the nonce of the request
      //   (replace `sent.nonce` with `String(decodeJwt(String(idToken)).nonce)`) [hostile-provider]
      expectedNonce: usesNonce(connection) ? sent.nonce : oauth.expectNoNonce,
      requireIdToken: endpoints.issuer !== null,
    })
    const claims = oauth.getValidatedIdTokenClaims(tokens) ?? null
    if (claims) requireValidClaims(dependencies, connection, claims, tokens.access_token)
    return toGrant(dependencies, provider, tokens, claims)
  })
}

/** Exchanges a provider's refresh token (RFC 6749 section 6). Throws like `exchangeProviderCode`. */
export async function refreshAtProvider(
  dependencies: ProviderClientDependencies,
  connection: ProviderConnection,
  refreshToken: string,
): Promise<ProviderGrant> {
  const { provider } = connection
  const { server, client } = describeServer(dependencies, connection)
  return translateErrors(provider, async () => {
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      await authentication(dependencies, connection),
      refreshToken,
      transport(dependencies),
    )
    // The identity is known from the sign-in, so an ID token in this response is ignored.
    const { readable } = await readTokenAnswer(
      dependencies,
      { ...connection, endpoints: { ...connection.endpoints, issuer: null } },
      response,
    )
    return toGrant(dependencies, provider, await oauth.processRefreshTokenResponse(server, client, readable), null)
  })
}

/** Reads the identity of the account from the provider. Throws like `exchangeProviderCode`. */
export async function readProviderIdentity(
  dependencies: ProviderClientDependencies,
  connection: ProviderConnection,
  grant: ProviderGrant,
): Promise<ProviderIdentity> {
  const { provider, endpoints } = connection
  return translateErrors(provider, () =>
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
        return isJwt(response) ? readSignedClaims(dependencies, connection, response) : readJson(provider, response)
      },
    }),
  )
}

function usesNonce({ provider, endpoints }: ProviderConnection): boolean {
  return endpoints.issuer !== null && provider.omitsNonce !== true
}

function describeServer(
  { clock }: ProviderClientDependencies,
  { options, endpoints }: ProviderConnection,
): { server: oauth.AuthorizationServer; client: oauth.Client } {
  const issuer = endpoints.issuer ?? new URL(endpoints.token).origin
  const server: oauth.AuthorizationServer = {
    issuer,
    authorization_endpoint: endpoints.authorization,
    token_endpoint: endpoints.token,
    id_token_signing_alg_values_supported: signatureAlgorithms,
    ...(endpoints.namesIssuer && { authorization_response_iss_parameter_supported: true }),
  }
  const client: oauth.Client = {
    client_id: options.clientId,
    // The library reads the system clock, while the service uses the database clock.
    [oauth.clockSkew]: Math.round((clock.now().getTime() - Date.now()) / 1_000),
    // guard: an ID token expires (replace `CLOCK_TOLERANCE_SECONDS` with `1_000_000`) [hostile-provider]
    [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
  }
  return { server, client }
}

async function authentication(
  { clock }: ProviderClientDependencies,
  { endpoints, provider, options }: ProviderConnection,
): Promise<oauth.ClientAuth> {
  if (provider.clientAuthentication === 'private_key_jwt') return signedAssertion(options, endpoints)
  const secret = (await provider.clientSecret?.(options, clock.now())) ?? options.clientSecret
  return provider.clientAuthentication === 'basic' ? basicAuthentication(secret) : oauth.ClientSecretPost(secret)
}

/**
 * Authenticates with a JWT that only this issuer accepts (RFC 7523 section 2.2). Its audience is the issuer, so that no
 * other issuer can obtain it under the address of this token endpoint. Owners select the token endpoint for issuers
 * that require it (OpenID Connect Core 1.0 section 9).
 */
async function signedAssertion(
  { assertionAudience, clientSecret }: ProviderOptions,
  { token }: ProviderEndpoints,
): Promise<oauth.ClientAuth> {
  const key = readIssuerKey(clientSecret)
  if (!key) throw new Error('The stored private key of an issuer cannot sign.')
  const { alg, kid } = key.publicJwk
  return oauth.PrivateKeyJwt(
    { key: await importPKCS8(key.privateKey, alg), kid },
    assertionAudience === 'token_endpoint'
      ? {
          [oauth.modifyAssertion]: (_header, claims) => {
            claims.aud = token
          },
        }
      : undefined,
  )
}

function transport({ outbound }: ProviderClientDependencies): {
  [oauth.customFetch]: (url: string, options: FetchOptions) => Promise<Response>
  [oauth.allowInsecureRequests]: boolean
} {
  return {
    [oauth.customFetch]: (url, { method, headers, body }) =>
      outbound.fetch(url, { method, headers, body: body instanceof URLSearchParams ? body : null }),
    // The configuration already restricts plain http to loopback addresses.
    [oauth.allowInsecureRequests]: true,
  }
}

interface FetchOptions {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: unknown
}

/**
 * Normalizes the response of a token endpoint to RFC 6749 section 5, and verifies the signature of the ID token. Some
 * providers answer in form encoding, return errors with status 200 or as objects, omit the token type, name absent
 * values as null, or list the scopes. An ID token of a provider without OpenID Connect is ignored.
 */
async function readTokenAnswer(
  dependencies: ProviderClientDependencies,
  connection: ProviderConnection,
  response: Response,
): Promise<{ readable: Response; idToken: unknown }> {
  const { provider, endpoints } = connection
  const body = await readTokenBody(provider, response)
  if (typeof body !== 'object' || body === null) throw unreadable(provider, new Error('The response is not an object.'))
  const present = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
  const { id_token: idToken, token_type: type = 'Bearer', scope, error, ...rest } = present
  if (error !== undefined) throw new ProviderRefusal(readErrorCode(error))
  if (!response.ok) throw unexpectedStatus(provider, response)
  const tokens = {
    ...rest,
    token_type: type,
    ...(scope !== undefined && { scope: Array.isArray(scope) ? scope.join(' ') : scope }),
    ...(endpoints.issuer !== null && { id_token: await readIdToken(dependencies, connection, idToken) }),
  }
  return { readable: Response.json(tokens), idToken }
}

/** Reads JSON, or the form encoding that OAuth drafts before RFC 6749 defined and some providers kept. */
async function readTokenBody(provider: OAuthProvider, response: Response): Promise<unknown> {
  if (mediaTypeOf(response) !== 'application/x-www-form-urlencoded') {
    return readJson(provider, response, { mayBeError: true })
  }
  if (isOutage(response)) throw unavailable(provider)
  return Object.fromEntries(new URLSearchParams(await response.text()))
}

/**
 * Verifies the signature of an ID token. Returns the token for the library, which checks the claims and requires a text
 * as subject, while some providers use the number of the account.
 */
async function readIdToken(
  { outbound }: ProviderClientDependencies,
  { provider, endpoints }: ProviderConnection,
  idToken: unknown,
): Promise<unknown> {
  if (typeof idToken !== 'string') return idToken
  if (endpoints.jwks === null) throw unreadable(provider, new Error('The provider publishes no keys.'))
  // guard: the signature of an ID token verifies [hostile-provider]
  await verifyProviderSignature(outbound, endpoints.jwks, idToken)
  const claims = decodeJwt(idToken)
  const subject: unknown = claims.sub
  if (typeof subject !== 'number' || !Number.isSafeInteger(subject)) return idToken
  const [header, , signature] = idToken.split('.')
  const payload = Buffer.from(JSON.stringify({ ...claims, sub: String(subject) })).toString('base64url')
  return `${header}.${payload}.${signature}`
}

/** Reads a userinfo response that is a signed JWT (OpenID Connect Core 1.0 section 5.3.2). */
async function readSignedClaims(
  { clock, outbound }: ProviderClientDependencies,
  { provider, endpoints, options }: ProviderConnection,
  response: Response,
): Promise<unknown> {
  if (isOutage(response)) throw unavailable(provider)
  if (!response.ok) throw unexpectedStatus(provider, response)
  if (endpoints.jwks === null || endpoints.issuer === null) {
    throw unreadable(provider, new Error('The response is a JWT, and the provider publishes no keys.'))
  }
  const jwt = (await response.text()).trim()
  // guard: the signature of a userinfo response verifies [hostile-provider]
  await verifyProviderSignature(outbound, endpoints.jwks, jwt)
  const claims = decodeJwt(jwt)
  const wrongClaim = findWrongUserinfoClaim(claims, {
    clientId: options.clientId,
    issuer: endpoints.issuer,
    now: clock.now(),
    toleranceSeconds: CLOCK_TOLERANCE_SECONDS,
  })
  if (wrongClaim) throw unreadable(provider, new Error(`The claim ${wrongClaim} of the userinfo response is invalid.`))
  return claims
}

function isJwt(response: Response): boolean {
  return mediaTypeOf(response) === 'application/jwt'
}

function mediaTypeOf(response: Response): string {
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';', 1)
  return type.trim().toLowerCase()
}

/** Returns the issuer that the ID token must name if it depends on the account. The claims are not verified yet. */
function expectedIssuer({ provider, endpoints }: ProviderConnection, idToken: unknown): string | null {
  if (endpoints.issuer === null || !provider.isExpectedIssuer || typeof idToken !== 'string') return null
  try {
    const claims = decodeJwt(idToken)
    return provider.isExpectedIssuer(endpoints.issuer, claims) ? (claims.iss ?? null) : null
  } catch {
    return null
  }
}

/** Reads the error code. Facebook and some others wrap it in an object. */
function readErrorCode(error: unknown): string {
  const word = typeof error === 'object' && error !== null && 'type' in error ? error.type : error
  return typeof word === 'string' && /^[\w.-]{1,64}$/.test(word) ? word : 'unknown'
}

async function readJson(provider: OAuthProvider, response: Response, { mayBeError = false } = {}): Promise<unknown> {
  if (isOutage(response)) throw unavailable(provider)
  if (!response.ok && !mayBeError) throw unexpectedStatus(provider, response)
  try {
    return await response.json()
  } catch {
    throw unreadable(provider, new Error('The response is not JSON.'))
  }
}

function isOutage({ status }: Response): boolean {
  return status >= 500 || status === 429
}

function requireValidClaims(
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
  if (wrongClaim) throw unreadable(provider, new Error(`The claim ${wrongClaim} of the ID token is invalid.`))
}

function toGrant(
  { clock }: ProviderClientDependencies,
  provider: OAuthProvider,
  tokens: oauth.TokenEndpointResponse,
  claims: Record<string, unknown> | null,
): ProviderGrant {
  if (!accessTokenPattern.test(tokens.access_token)) {
    throw unreadable(provider, new Error('The access token contains other characters than printable ASCII.'))
  }
  const fallback = provider.accessTokenLifetimeSeconds ?? DEFAULT_TOKEN_SECONDS
  const seconds = Math.min(tokens.expires_in ?? fallback, TOKEN_MAX_SECONDS)
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? null,
    expiresAt: new Date(clock.now().getTime() + seconds * 1_000),
    claims,
  }
}

/** Translates every failure at the provider into one of the three errors above. */
async function translateErrors<T>(provider: OAuthProvider, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OutboundProblem) throw unavailable(provider, error)
    // Errors of the libraries: the response violates the standard, or the claims do not match the request.
    if (
      error instanceof oauth.OperationProcessingError ||
      error instanceof oauth.UnsupportedOperationError ||
      error instanceof errors.JOSEError
    ) {
      throw unreadable(provider, error)
    }
    if (error instanceof oauth.WWWAuthenticateChallengeError) throw new ProviderRefusal('invalid_client')
    throw error
  }
}

function unavailable(provider: OAuthProvider, cause?: Error): ProviderUnavailable {
  return new ProviderUnavailable(({ errors }) => errors.provider.noAnswer(provider.name), { cause })
}

function unexpectedStatus(provider: OAuthProvider, { status }: Response): ProviderAnswerUnusable {
  return unreadable(provider, new Error(`The response has the status ${status}.`))
}

function unreadable(provider: OAuthProvider, cause: Error): ProviderAnswerUnusable {
  return new ProviderAnswerUnusable(({ errors }) => errors.provider.notVerified(provider.name), { cause })
}
