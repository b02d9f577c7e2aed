import type { Json } from '@portico/contract'
import {
  ACCESS_TOKEN_MAX_CHARACTERS,
  ACCESS_TOKEN_MAX_SECONDS,
  CLOCK_TOLERANCE_SECONDS,
} from '@portico/contract/limits'

import type { Ports } from '../transport/ports.ts'
import { partialUserOfClaims, type TokenPartialUser } from '../resources/partial-user.ts'
import { parseObject } from '../transport/parse-object.ts'
import { type IncomingRequest, tokensOfIncoming } from './incoming-request.ts'
import { type AccessTokenProblem, problemOfAccessToken } from '../session/access-token-problem.ts'
import { KeySet } from './key-set.ts'

/** The verified content of an access token. It is as old as the token: up to ten minutes by default. */
export interface VerifiedAccessToken {
  /** The user of the token. */
  readonly userId: string
  /** The session of the token. It stays the same when the tokens are refreshed. */
  readonly sessionId: string
  /** The project that issued the token. */
  readonly projectId: string
  /** When the token was issued. */
  readonly issuedAt: Date
  /** Until when the token is valid. */
  readonly expiresAt: Date
  /** Whether the user has not signed up yet. */
  readonly isAnonymous: boolean
  /** Whether the user cannot use the account at present. */
  readonly isRestricted: boolean
  /** True if a support person acts as the user. */
  readonly isImpersonation: boolean
  /**
   * Who acts as the user, if an owner started the session by a link (RFC 8693 section 4.1): `sub` is the owner, a user
   * of the project "internal". Null in every other session.
   */
  readonly act: { readonly sub: string } | null
  /**
   * All claims of the token by their names, with the custom claims of the project (`config.accessTokenClaims`):
   * `claims['plan']`. A custom claim is absent if the user has no such metadata or if it did not fit, so treat an
   * absent claim as no right.
   */
  readonly claims: Readonly<Record<string, Json | undefined>>
  /** The user when the token was issued. Read the user from the service where freshness matters. */
  readonly partialUser: TokenPartialUser
}

/** Why a token was refused. For logs only: callers who are not signed in must all get the same answer. */
export type AccessTokenRefusal =
  | 'missing'
  | 'malformed'
  | 'wrong-type'
  | 'unknown-key'
  | 'wrong-signature'
  | 'expired'
  | 'too-long-lived'
  | 'not-yet-valid'
  | 'wrong-issuer'
  | 'wrong-audience'
  | 'anonymous'
  | 'restricted'
  | 'second-factor-required'
  | 'waiting'

/** Which access tokens are accepted, and a function that gets the reason for a refusal. */
export interface VerifyAccessTokenOptions {
  /** Also accepts anonymous users. Default: false. */
  allowAnonymous?: boolean
  /**
   * Also accepts users whose sign-up is not complete, such as those without a verified address. Default: false. One who
   * must also set up the second factor that the project requires is accepted only together with
   * `allowWithoutSecondFactor`.
   */
  allowRestricted?: boolean
  /**
   * Also accepts the sessions in which a user can only set up the second factor that the project requires. A password
   * alone is enough for such a session. Default: false.
   */
  allowWithoutSecondFactor?: boolean
  /** Called with the reason for a refusal, and for `malformed` with what is wrong with the text. */
  onRefused?: (reason: AccessTokenRefusal, problem?: AccessTokenProblem) => void
}

/**
 * Verifies an access token, or that of an incoming request, without a call to the service: type, signature (ES256),
 * issuer, audience, a lifetime of ten minutes at most, and expiry with a tolerance of 30 seconds (RFC 9068 section 4,
 * RFC 8725).
 *
 * A session that has ended meanwhile is not noticed before its token expires. Where that matters, call
 * `getUser({ tokenStore: request })` instead, which asks the service.
 *
 * @returns null if the token is missing or not valid
 * @throws ConnectionError if the keys are not cached and the service cannot be reached
 */
export type VerifyAccessToken = (
  tokenOrRequest: string | IncomingRequest,
  options?: VerifyAccessTokenOptions,
) => Promise<VerifiedAccessToken | null>

export interface VerifierOptions {
  readonly projectId: string
  /** Accepted values of the claim `iss`. */
  readonly issuers: readonly string[]
  readonly apiUrl: () => string
  readonly readUnprefixedCookies: boolean
  readonly ports: Ports
}

export function createVerifier(options: VerifierOptions): VerifyAccessToken {
  const keySet = new KeySet(options)
  const warnOfIssuer = createIssuerWarning(options)

  return async function verifyAccessToken(tokenOrRequest, { onRefused, ...accepted } = {}) {
    const token = typeof tokenOrRequest === 'string' ? tokenOrRequest : readToken(tokenOrRequest, options)
    const verified = await verify(token, keySet, options)
    const refusal = typeof verified === 'string' ? verified : findUserRefusal(verified, accepted)
    if (refusal === 'wrong-issuer') warnOfIssuer()
    if (refusal === 'malformed') onRefused?.(refusal, problemOfAccessToken(token))
    else if (refusal !== null) onRefused?.(refusal)
    return typeof verified === 'string' || refusal !== null ? null : verified
  }
}

/** Returns an empty text for a request whose tokens are malformed. */
function readToken(request: IncomingRequest, { projectId, readUnprefixedCookies }: VerifierOptions): string | null {
  const tokens = tokensOfIncoming(request, projectId, readUnprefixedCookies)
  return tokens ? tokens.accessToken : ''
}

async function verify(
  token: string | null,
  keySet: KeySet,
  options: VerifierOptions,
): Promise<VerifiedAccessToken | AccessTokenRefusal> {
  if (token === null) return 'missing'
  // JavaScript callers may pass any value.
  if (typeof token !== 'string') return 'malformed'
  const parts = parseToken(token)
  if (!parts) return 'malformed'
  // The header names only the key. Key material and other algorithms in it never count (RFC 8725 sections 3.1, 3.5).
  const { alg, typ, kid, crit } = parts.header
  // guard: a backend accepts only ES256 (drop `alg !== 'ES256'`)
  // guard: a backend accepts only access tokens (drop `typ !== 'at+jwt'`)
  // guard: a backend refuses unknown critical extensions (drop `crit !== undefined`)
  if (alg !== 'ES256' || typ !== 'at+jwt' || typeof kid !== 'string' || crit !== undefined) return 'wrong-type'
  const key = await keySet.find(kid)
  if (!key) return 'unknown-key'
  const isGenuine = await crypto.subtle.verify(algorithm, key, parts.signature, parts.signingInput)
  // guard: a backend checks the signature of an access token
  if (!isGenuine) return 'wrong-signature'
  return readVerifiedClaims(parts.claims, options)
}

const algorithm = { name: 'ECDSA', hash: 'SHA-256' }

type JsonObject = Readonly<Record<string, unknown>>

interface TokenParts {
  readonly header: JsonObject
  readonly claims: JsonObject
  readonly signature: Uint8Array<ArrayBuffer>
  readonly signingInput: Uint8Array<ArrayBuffer>
}

/** 64 bytes in base64url without padding and with unused bits of zero, so that a token has one spelling. */
const signatureText = /^[\w-]{85}[AQgw]$/
const base64urlText = /^[\w-]+$/

/** Parses the compact serialization (RFC 7515 section 7.1). Returns null for any other text. */
function parseToken(token: string): TokenParts | null {
  if (token.length > ACCESS_TOKEN_MAX_CHARACTERS) return null
  const [head = '', payload = '', signature = '', ...others] = token.split('.')
  if (others.length > 0 || !signatureText.test(signature)) return null
  const header = parsePart(head)
  const claims = parsePart(payload)
  if (!header || !claims) return null
  const signingInput = new TextEncoder().encode(`${head}.${payload}`)
  return { header, claims, signature: decodeBase64Url(signature), signingInput }
}

function parsePart(part: string): JsonObject | null {
  if (!base64urlText.test(part)) return null
  try {
    const value = parseObject(new TextDecoder('utf-8', { fatal: true }).decode(decodeBase64Url(part)))
    return Array.isArray(value) ? null : value
  } catch {
    return null
  }
}

function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index)
  return bytes
}

function readVerifiedClaims(
  claims: JsonObject,
  { projectId, issuers, ports }: VerifierOptions,
): VerifiedAccessToken | AccessTokenRefusal {
  const { iss, aud, sub, iat, exp, nbf = 0, refresh_token_id: sessionId } = claims
  // A session that may do little has an audience of its own. `findUserRefusal` refuses it by default.
  // guard: a backend refuses tokens of another project
  if (aud !== projectId && aud !== `${projectId}:restricted`) return 'wrong-audience'
  // guard: a backend refuses tokens of another issuer (drop `!issuers.includes(iss)`)
  if (typeof iss !== 'string' || !issuers.includes(iss)) return 'wrong-issuer'
  // guard: a backend requires an expiry (drop `!isMoment(exp)`)
  if (!isText(sub) || !isText(sessionId) || !isMoment(iat) || !isMoment(exp) || !isMoment(nbf)) return 'malformed'
  const nowSeconds = ports.now() / 1_000
  // guard: a backend refuses expired access tokens
  if (nowSeconds >= exp + CLOCK_TOLERANCE_SECONDS) return 'expired'
  if (nowSeconds < Math.max(nbf, iat) - CLOCK_TOLERANCE_SECONDS) return 'not-yet-valid'
  // The service signs no such token, so it was signed with a stolen key.
  // guard: the SDK refuses a token that lives longer than the service allows
  if (exp - iat > ACCESS_TOKEN_MAX_SECONDS) return 'too-long-lived'
  const partialUser = partialUserOfClaims(claims, sub)
  return {
    userId: sub,
    sessionId,
    projectId,
    issuedAt: new Date(iat * 1_000),
    expiresAt: new Date(exp * 1_000),
    isAnonymous: partialUser.isAnonymous,
    isRestricted: partialUser.isRestricted,
    isImpersonation: claims['is_impersonation'] === true,
    act: readActor(claims['act']),
    // They were parsed from JSON.
    claims: claims as VerifiedAccessToken['claims'],
    partialUser,
  }
}

function readActor(act: unknown): VerifiedAccessToken['act'] {
  const { sub } = (act ?? {}) as { readonly sub?: unknown }
  return isText(sub) ? { sub } : null
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isMoment(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** Anonymous users are restricted by definition, so one option accepts them. */
function findUserRefusal(
  { claims, projectId, isAnonymous, isRestricted, partialUser }: VerifiedAccessToken,
  {
    allowAnonymous = false,
    allowRestricted = false,
    allowWithoutSecondFactor = false,
  }: Omit<VerifyAccessTokenOptions, 'onRefused'>,
): AccessTokenRefusal | null {
  // guard: a backend refuses anonymous users
  if (isAnonymous && !allowAnonymous) return 'anonymous'
  if (claims['aud'] !== projectId) {
    const type = partialUser.restrictedReason?.type
    if (type === 'waiting') return 'waiting'
    if (type === 'email_not_verified') {
      if (!allowRestricted) return 'restricted'
      // guard: a backend that accepts users without a verified address does not accept them without their second factor
      //   (replace `!isFactorMissing(claims)` with `true`)
      if (!isFactorMissing(claims)) return null
    }
    // guard: a backend refuses sessions that lack the required second factor (keep `null`)
    return allowWithoutSecondFactor ? null : 'second-factor-required'
  }
  if (isAnonymous) return null
  return isRestricted && !allowRestricted ? 'restricted' : null
}

/** The type of a restriction names only one reason, so the service also states whether the second factor is missing. */
function isFactorMissing(claims: VerifiedAccessToken['claims']): boolean {
  const reason = claims['restricted_reason'] as { readonly second_factor_required?: unknown } | null
  return reason?.second_factor_required === true
}

/** Warns once. The signature of such a token is right, so it is a mistake in the settings and not an attack. */
function createIssuerWarning({ issuers, ports }: VerifierOptions): () => void {
  let hasWarned = false
  return () => {
    if (hasWarned) return
    hasWarned = true
    ports.warn(
      `The issuer of an access token with a valid signature is not ${issuers.join(' or ')}. If this server reaches the service at another address than browsers, pass the base URL that the service publishes as \`issuerBaseUrl\`.`,
    )
  }
}
