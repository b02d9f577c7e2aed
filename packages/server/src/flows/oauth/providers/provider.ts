import type { OAuthProviderId } from '@portico/contract'

import type { LookAlikeProfile } from './look-alike.ts'

/** Who somebody is at a provider. Provider and account id are the identity; the address is only what the provider says. */
export interface ProviderIdentity {
  readonly accountId: string
  readonly email: string | null
  /** The provider itself vouches for the address, by the contract's table (01, section 5.8.1). */
  readonly isEmailVerified: boolean
  readonly displayName: string | null
  readonly profileImageUrl: string | null
}

/** The app a project, or the operator for everyone, has registered at the provider. */
export interface ProviderOptions {
  readonly clientId: string
  readonly clientSecret: string
  readonly facebookConfigId?: string
  readonly microsoftTenantId?: string
}

export interface ProviderEndpoints {
  readonly authorization: string
  readonly token: string
  readonly userinfo: string | null
  readonly jwks: string | null
  /** Not null for the OpenID providers: their ID token is then demanded and validated, with our nonce. */
  readonly issuer: string | null
  /** Further addresses a provider needs, such as `emails` of GitHub. */
  readonly others: Readonly<Record<string, string>>
}

/** What the token endpoint gave, as far as an identity is read from it. */
export interface ProviderTokens {
  readonly accessToken: string
  /** The validated claims of the ID token; null where the provider gives none. */
  readonly claims: Readonly<Record<string, unknown>> | null
}

/** An authorised GET (Bearer) of JSON through the outbound client. Throws `ProviderAnswerUnusable` for anything else. */
export type GetJson = (url: string) => Promise<unknown>

export interface OAuthProvider {
  readonly id: OAuthProviderId
  /** As people know it. */
  readonly name: string
  endpoints(options: ProviderOptions): ProviderEndpoints
  readonly scopes: readonly string[]
  readonly clientAuthentication: 'basic' | 'post'
  readonly usesPkce: boolean
  /** Such as `access_type`, `prompt`, `response_mode`, `config_id`. They never override what the flow itself sets. */
  authorizationParameters(options: ProviderOptions): Record<string, string>
  /** Where the client secret is made anew each time: the ES256 JWT of Apple. */
  clientSecret?(options: ProviderOptions, now: Date): Promise<string>
  /** Reads the identity; `endpoints` are those the flow speaks to, which in development may be a look-alike's. */
  readIdentity(source: IdentitySource): Promise<ProviderIdentity>
  /**
   * Where ID tokens name an issuer that depends on the account (Microsoft's shared tenants): whether these claims may
   * come from here. `issuer` is that of the endpoints the flow speaks to.
   */
  isExpectedIssuer?(issuer: string, claims: Readonly<Record<string, unknown>>): boolean
  /** The ID token does not carry our nonce back, so none is sent and none is expected. */
  readonly omitsNonce?: true
  /** Further error codes by which the provider says that the person refused, beside `access_denied`. */
  readonly refusalErrors?: readonly string[]
  /** Error codes of the token endpoint that mean `invalid_grant` (RFC 6749 section 5.2) in this provider's own words. */
  readonly invalidGrantErrors?: readonly string[]
  /** How long an access token lives where the provider says nothing; an hour if this says nothing either. */
  readonly accessTokenLifetimeSeconds?: number
}

/** A provider with its own entry in the contract. */
export interface BuiltInProvider extends OAuthProvider {
  readonly lookAlike: LookAlikeProfile
}

export interface IdentitySource {
  readonly tokens: ProviderTokens
  readonly endpoints: ProviderEndpoints
  readonly get: GetJson
}

/** The provider answered with something no identity can be read from. The sentence is shown to people. */
export class ProviderAnswerUnusable extends Error {
  override readonly name = 'ProviderAnswerUnusable'
}

/**
 * Where the look-alike of a provider answers in development mode: under `{baseUrl}/dev/providers/{id}`, which is also its
 * issuer, each further address by its name. What the real one does not have, the look-alike does not have either.
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
