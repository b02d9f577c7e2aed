import {
  ACCESS_TOKEN_MAX_CHARACTERS,
  ACCESS_TOKEN_MAX_SECONDS,
  API_PREFIX,
  CLOCK_TOLERANCE_SECONDS,
} from '@portico/contract'
import * as errors from 'jose/errors'
import { decodeJwt } from 'jose/jwt/decode'
import { jwtVerify } from 'jose/jwt/verify'

import { isCanonicalBase64url } from '../../platform/crypto/base64url.ts'
import { sha256Base64 } from '../../platform/crypto/digest.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import type { Clock } from '../../kernel/clock.ts'
import { PlainError } from '../../kernel/errors.ts'
import type { CachedProject, ProjectCache } from '../projects/project-cache.ts'
import type { User } from '../users/user.ts'
import type { FactorProof } from './factor-state.ts'
import { restrictionClaim, type RestrictableUser } from './restriction.ts'
import { signEs256 } from '../../platform/jwt/jws.ts'
import { claimsInToken, computeCustomClaims } from './custom-claims.ts'
import { VerifiedTokens } from './verified-tokens.ts'

export interface AccessTokenClaims {
  readonly projectId: string
  readonly userId: string
  readonly sessionId: string
  /** Seconds since the epoch. */
  readonly expiresAt: number
}

/** The claims of a token whose signature was verified. */
export interface VerifiedClaims extends AccessTokenClaims {
  readonly isImpersonation: boolean
}

/**
 * The user fields that a token contains. Every refresh reads them, so the list is minimal, and metadata is null unless
 * a claim of the project reads it.
 */
export type TokenUser = Pick<
  User,
  | 'id'
  | 'displayName'
  | 'primaryEmail'
  | 'primaryEmailVerified'
  | 'selectedTeamId'
  | 'signedUpAt'
  | 'isAnonymous'
  | 'clientMetadata'
  | 'clientReadOnlyMetadata'
  | 'serverMetadata'
> &
  RestrictableUser

/** The session fields that a token contains. */
export interface TokenSession {
  readonly id: string
  readonly expiresAt: Date
  readonly isImpersonation: boolean
  /** The user of "internal" who started the session by link; null without one. */
  readonly impersonatorId: string | null
  readonly factorProof: FactorProof | null
}

export interface SignedToken {
  readonly token: string
  readonly expiresInSeconds: number
}

interface ValidToken {
  readonly status: 'valid'
  readonly claims: VerifiedClaims
}

/** With the id of the key that signed the token. */
interface VerifiedToken extends ValidToken {
  readonly kid: string
}

export type Verification =
  | ValidToken
  | { readonly status: 'expired'; readonly claims: VerifiedClaims }
  | { readonly status: 'unparsable' }

const NAME_MAX_CODE_POINTS = 100
const VERIFIED_MAX = 20_000

interface AccessTokenSettings {
  readonly baseUrl: string
  readonly accessTokenSeconds: number
}

/** Signs and verifies the access tokens of all projects. */
export class AccessTokens {
  readonly #projects: ProjectCache
  readonly #clock: Clock
  readonly #settings: AccessTokenSettings
  /**
   * Verified tokens by digest, until they expire. Verifying a signature takes 0.1 ms, and clients send the same token
   * with many calls. Each use checks that the key is still accepted.
   */
  readonly #verified = new VerifiedTokens<VerifiedToken>(VERIFIED_MAX)
  readonly lookups = { hits: 0, misses: 0 }

  constructor(projects: ProjectCache, clock: Clock, settings: AccessTokenSettings) {
    this.#projects = projects
    this.#clock = clock
    this.#settings = settings
  }

  /**
   * Signs the access token of a session (RFC 9068). It contains the claims of two releases of the protocol, because
   * clients read either, and the custom claims of the project. No other function signs access tokens.
   *
   * @throws PlainError 404 for a deleted project
   */
  async sign(projectId: string, user: TokenUser, session: TokenSession): Promise<SignedToken> {
    const cached = await this.#projects.get(projectId)
    // The project was deleted after the call began.
    if (!cached) throw new PlainError(404, 'The project was deleted.')
    const { kid, privateKey } = cached.signer()
    const issuedAt = Math.floor(this.#clock.now().getTime() / 1_000)
    // Verifiers may check a token without this service, so it must not outlive its session.
    const sessionEnd = Math.floor(session.expiresAt.getTime() / 1_000)
    // guard: an access token ends with its session (replace `sessionEnd` with `sessionEnd + 86_400`) [sessions/]
    const expiresAt = Math.max(issuedAt, Math.min(issuedAt + this.#settings.accessTokenSeconds, sessionEnd))
    const restriction = restrictionClaim(user, session.factorProof, this.#clock.now())
    const restrictedReason = user.isAnonymous ? { type: 'anonymous' } : restriction
    const claims = {
      // First, so that no custom claim replaces another one.
      ...claimsInToken(computeCustomClaims(cached.project.config.accessTokenClaims, user)),
      iss: this.#issuerOf(projectId),
      // A backend that compares the audience and knows no restricted users refuses the token.
      aud: restriction ? restrictedAudience(projectId) : projectId,
      sub: user.id,
      // The client of the OAuth endpoints is the project.
      client_id: projectId,
      jti: newUuid(),
      iat: issuedAt,
      exp: expiresAt,
      project_id: projectId,
      branch_id: 'main',
      branchId: 'main',
      refresh_token_id: session.id,
      refreshTokenId: session.id,
      role: 'authenticated',
      // A header carries the token with every call, so the length of a user-defined name is bounded.
      name: user.displayName && [...user.displayName].slice(0, NAME_MAX_CODE_POINTS).join(''),
      email: user.primaryEmail,
      email_verified: user.primaryEmailVerified,
      selected_team_id: user.selectedTeamId,
      signed_up_at: Math.floor(user.signedUpAt.getTime() / 1_000),
      is_anonymous: user.isAnonymous,
      is_restricted: restrictedReason !== null,
      restricted_reason: restrictedReason,
      requires_totp_mfa: user.requiresTotp,
      ...(session.isImpersonation && { is_impersonation: true }),
      // RFC 8693 section 4.1. A user of the project "internal", whose tokens have this issuer.
      ...(session.impersonatorId !== null && { act: { iss: this.#issuerOf('internal'), sub: session.impersonatorId } }),
    }
    const token = signEs256({ typ: 'at+jwt', kid }, claims, privateKey)
    return { token, expiresInSeconds: expiresAt - issuedAt }
  }

  /**
   * Verifies an access token with the keys of the project that it names. The algorithm and the key never come from the
   * token (RFC 8725 section 3.1).
   */
  async verify(token: string): Promise<Verification> {
    // guard: an access token has a bounded length before parsing
    if (token.length > ACCESS_TOKEN_MAX_CHARACTERS) return { status: 'unparsable' }
    const digest = sha256Base64(token)
    const now = this.#clock.now()
    const known = this.#verified.get(digest)
    // guard: a verified token expires in the cache too (drop `known.claims.expiresAt`)
    if (known && (known.claims.expiresAt + CLOCK_TOLERANCE_SECONDS) * 1_000 > now.getTime()) {
      const cached = await this.#projects.get(known.claims.projectId)
      // guard: the key of a token in the cache is still accepted (drop `isAcceptedKey(cached, known.kid)`)
      if (cached && isAcceptedKey(cached, known.kid)) {
        this.lookups.hits += 1
        return known
      }
    }
    this.lookups.misses += 1
    const verification = await this.#verifySignature(token, now)
    if (verification.status === 'valid') {
      this.#verified.add(digest, verification, now.getTime() / 1_000 - CLOCK_TOLERANCE_SECONDS)
    } else {
      this.#verified.delete(digest)
    }
    return verification
  }

  async #verifySignature(token: string, currentDate: Date): Promise<Exclude<Verification, ValidToken> | VerifiedToken> {
    // The decoder accepts padding and unused bits, so one token could have several spellings.
    // guard: an access token has one encoding [pipeline]
    if (!token.split('.').every(isCanonicalBase64url)) return { status: 'unparsable' }
    const projectId = projectOf(token)
    const cached = projectId === null ? null : await this.#projects.get(projectId)
    if (projectId === null || !cached) return { status: 'unparsable' }
    try {
      const { payload, protectedHeader } = await jwtVerify(
        token,
        ({ kid }) => {
          // guard: the key of an access token is found by its id (replace `candidate.kid === kid` with `true`)
          const key = cached.signingKeys.find((candidate) => candidate.kid === kid)
          if (!key) throw new errors.JWKSNoMatchingKey()
          return key.publicKey
        },
        // guard: a token lives no longer than the setting allows
        //   (drop `maxTokenAge: this.#settings.accessTokenSeconds`)
        {
          // guard: an access token is signed with ES256
          algorithms: ['ES256'],
          // guard: an access token has the type at+jwt
          typ: 'at+jwt',
          // guard: an access token is issued by this service
          issuer: this.#issuerOf(projectId),
          audience: [projectId, restrictedAudience(projectId)],
          // guard: an access token has an expiry (drop `'exp'`)
          // guard: an access token names its session (drop `'refresh_token_id'`)
          requiredClaims: ['exp', 'sub', 'refresh_token_id'],
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
          currentDate,
          // A token from before a shorter lifetime was configured ends earlier than it says.
          maxTokenAge: this.#settings.accessTokenSeconds,
        },
      )
      const claims = this.#readClaims(projectId, payload)
      const { kid } = protectedHeader
      // Every genuine token of a retired key has expired. A token with a later expiry was signed with a stolen key.
      // guard: a token lives no longer than any setting allows
      //   (replace `Number(payload.exp) - Number(payload.iat) <= ACCESS_TOKEN_MAX_SECONDS` with `true`)
      const isGenuine = Number(payload.exp) - Number(payload.iat) <= ACCESS_TOKEN_MAX_SECONDS
      // guard: a retired signing key is not accepted (drop `!isAcceptedKey(cached, kid)`) [signing-keys]
      if (kid === undefined || !isAcceptedKey(cached, kid) || !isGenuine) return { status: 'expired', claims }
      return { status: 'valid', kid, claims }
    } catch (error) {
      if (error instanceof errors.JWTExpired) {
        return { status: 'expired', claims: this.#readClaims(projectId, error.payload) }
      }
      // The key function and the parser throw these for anything that is not a token of this service.
      if (error instanceof errors.JOSEError || error instanceof TypeError) return { status: 'unparsable' }
      throw error
    }
  }

  #readClaims(
    projectId: string,
    { sub, refresh_token_id, iat, exp, is_impersonation }: Record<string, unknown>,
  ): VerifiedClaims {
    return {
      projectId,
      userId: String(sub),
      sessionId: String(refresh_token_id),
      expiresAt: Math.min(Number(exp), Number(iat) + this.#settings.accessTokenSeconds),
      isImpersonation: is_impersonation === true,
    }
  }

  #issuerOf(projectId: string): string {
    return `${this.#settings.baseUrl}${API_PREFIX}/projects/${projectId}`
  }
}

const RESTRICTED_SUFFIX = ':restricted'

/** The audience of a restricted session, named as by the protocol. */
function restrictedAudience(projectId: string): string {
  return `${projectId}${RESTRICTED_SUFFIX}`
}

/** Returns the project that a token's unverified audience names. Use it only to select the keys. */
function projectOf(token: string): string | null {
  try {
    const { aud } = decodeJwt(token)
    if (typeof aud !== 'string') return null
    return aud.endsWith(RESTRICTED_SUFFIX) ? aud.slice(0, -RESTRICTED_SUFFIX.length) : aud
  } catch {
    return null
  }
}

function isAcceptedKey(cached: CachedProject, kid: string): boolean {
  return cached.publishedKeys().some((key) => key.kid === kid)
}
