import type { OAuthProviderId } from '@portico/contract'

import { inEnglish, type Sentence } from '../../../kernel/sentence.ts'
import type { LookAlikeProfile } from './look-alike.ts'

/** The identity of an account at a provider. The account id identifies it; the address does not. */
export interface ProviderIdentity {
  readonly accountId: string
  readonly email: string | null
  /** Whether the provider verifies the address, by the table of docs/protocol/oauth.md#providers. */
  readonly isEmailVerified: boolean
  readonly displayName: string | null
  readonly profileImageUrl: string | null
}

/** The app that a project, or the operator for all projects, has registered at the provider. */
export interface ProviderOptions {
  readonly clientId: string
  /** The private key as PEM for `private_key_jwt`. */
  readonly clientSecret: string
  /** The audience of the `private_key_jwt` assertion. Default: the issuer. */
  readonly assertionAudience?: 'issuer' | 'token_endpoint'
  readonly facebookConfigId?: string
  readonly microsoftTenantId?: string
}

export interface ProviderEndpoints {
  readonly authorization: string
  readonly token: string
  readonly userinfo: string | null
  readonly jwks: string | null
  /** Not null for OpenID providers, whose ID token is required and validated, including the nonce. */
  readonly issuer: string | null
  /** Further addresses a provider needs, such as `emails` of GitHub. */
  readonly others: Readonly<Record<string, string>>
  /** Whether each authorization response must name its issuer, against mix-up attacks (RFC 9207 section 3). */
  readonly namesIssuer?: boolean
}

/** The parts of the token response that an identity is read from. */
export interface ProviderTokens {
  readonly accessToken: string
  /** The validated claims of the ID token; null if the provider issues none. */
  readonly claims: Readonly<Record<string, unknown>> | null
}

/**
 * Sends an authorized GET request (Bearer) and returns its JSON. Throws `ProviderAnswerUnusable` for any other
 * response.
 */
export type GetJson = (url: string) => Promise<unknown>

export interface OAuthProvider {
  readonly id: string
  /** Display name. */
  readonly name: string
  endpoints(options: ProviderOptions): ProviderEndpoints
  readonly scopes: readonly string[]
  readonly clientAuthentication: 'basic' | 'post' | 'private_key_jwt'
  readonly usesPkce: boolean
  /**
   * Additional parameters such as `access_type`, `prompt`, `response_mode`, `config_id`. They never override the flow's
   * own parameters.
   */
  authorizationParameters(options: ProviderOptions): Record<string, string>
  /** Creates the client secret for each call, for Apple's ES256 JWT. */
  clientSecret?(options: ProviderOptions, now: Date): Promise<string>
  /** Reads the identity. `endpoints` belong to the flow, in development possibly to a look-alike. */
  readIdentity(source: IdentitySource): Promise<ProviderIdentity>
  /**
   * Returns whether the claims may come from this provider, if the issuer depends on the account (Microsoft's shared
   * tenants). `issuer` is the issuer whose endpoints the flow uses.
   */
  isExpectedIssuer?(issuer: string, claims: Readonly<Record<string, unknown>>): boolean
  /** The provider does not return the nonce in the ID token, so none is sent or expected. */
  readonly omitsNonce?: true
  /** Error codes for a refusal by the user, in addition to `access_denied`. */
  readonly refusalErrors?: readonly string[]
  /** Error codes of this provider that mean `invalid_grant` (RFC 6749 section 5.2). */
  readonly invalidGrantErrors?: readonly string[]
  /** Lifetime of an access token if the token response states none. Default: one hour. */
  readonly accessTokenLifetimeSeconds?: number
}

/** A provider with its own entry in the contract. */
export interface BuiltInProvider extends OAuthProvider {
  readonly id: OAuthProviderId
  readonly lookAlike: LookAlikeProfile
}

export interface IdentitySource {
  readonly tokens: ProviderTokens
  readonly endpoints: ProviderEndpoints
  readonly get: GetJson
}

/** A failure at a provider, with a sentence that is shown to users. */
export abstract class ProviderProblem extends Error {
  readonly sentence: Sentence

  constructor(sentence: Sentence, options?: ErrorOptions) {
    super(inEnglish(sentence), options)
    this.sentence = sentence
  }
}

/** The response of the provider contains no usable identity. */
export class ProviderAnswerUnusable extends ProviderProblem {
  override readonly name = 'ProviderAnswerUnusable'
}

/**
 * Returns the endpoints of a provider's look-alike in development mode, under `{baseUrl}/dev/providers/{id}`, which is
 * also its issuer. The look-alike has the same endpoints as the real provider.
 */
export function lookAlikeEndpoints(
  baseUrl: string,
  provider: Pick<OAuthProvider, 'id'>,
  real: ProviderEndpoints,
): ProviderEndpoints {
  const root = `${baseUrl}/dev/providers/${provider.id}`
  return {
    authorization: `${root}/authorize`,
    token: `${root}/token`,
    userinfo: real.userinfo && `${root}/userinfo`,
    jwks: real.jwks && `${root}/jwks`,
    issuer: real.issuer && root,
    others: Object.fromEntries(Object.keys(real.others).map((name) => [name, `${root}/${name}`])),
  }
}
