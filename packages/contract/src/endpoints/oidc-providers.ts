import { z } from 'zod'

import { adminAccess, endpoint } from './endpoint.ts'
import { OIDC_ICON_URL_MAX_CHARACTERS, OIDC_PROVIDERS_MAX, OIDC_SCOPES_MAX } from '../limits/constants.ts'
import { label, nonEmptyText, trustedDomain } from './primitives.ts'

/** The id of an issuer by URL. The prefix distinguishes it from the ids of the known providers. */
export const customProviderId = z
  .string()
  .regex(
    /^custom:[a-z\d](?:[a-z\d-]{0,38}[a-z\d])?$/,
    '{path} must be custom: and a name of lower-case letters, digits and hyphens, such as custom:okta',
  )

/** RFC 6749 section 3.3. */
const scope = z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/, '{path} must be a scope without spaces')

const secretMethod = z.enum(['client_secret_basic', 'client_secret_post'])
const keyMethod = z.literal('private_key_jwt')
const publicJwk = z
  .record(z.string(), z.string())
  .describe('The public key as JWK (RFC 7517), which the owner registers at the issuer.')

const privateKey = nonEmptyText
  .max(10_000, '{path} must be at most 10000 characters long')
  .describe(
    'PEM of a P-256 key or of an RSA key with 2048 to 4096 bits. Absent: the stored key of the same issuer and client stays. If there is none, the service creates a P-256 key.',
  )

/** What the assertion of `private_key_jwt` names as its audience. */
const audience = z.enum(['issuer', 'token_endpoint'])

/** The authentication of the service at an issuer with a key. */
export const keyAuthentication = z.strictObject({
  method: keyMethod.describe('A signed assertion (RFC 7523).'),
  private_key: privateKey.optional(),
  audience: audience
    .optional()
    .describe('The audience of the assertion. Default: `issuer`. Some issuers accept only `token_endpoint`.'),
  public_jwk: z.record(z.string(), z.string()).optional().describe('Ignored: it belongs to the private key.'),
})

const authentication = z.discriminatedUnion('method', [
  z.strictObject({
    method: secretMethod.describe('Where a request has the secret: in a header or in its body.'),
    client_secret: nonEmptyText.describe('The secret of the client. The mask keeps the stored one.'),
  }),
  keyAuthentication,
])

/** The settings of an issuer that a project or a team has added. */
export const issuerSettings = {
  display_name: label
    .refine((text) => text.trim() !== '', '{path} must not be empty')
    .describe('The name that users see.'),
  icon_url: z
    .url({ protocol: /^https$/, error: '{path} must be a web address that starts with https://' })
    .max(OIDC_ICON_URL_MAX_CHARACTERS, `{path} must be at most ${OIDC_ICON_URL_MAX_CHARACTERS} characters long`)
    .nullable()
    .optional()
    .describe('The address of an icon; null or absent without one.'),
  issuer_url: trustedDomain.describe(
    'Its document at /.well-known/openid-configuration is read when an issuer is added or changed, and must name the same issuer.',
  ),
  client_id: nonEmptyText.describe('The client at the issuer.'),
  scopes: z.array(scope).max(OIDC_SCOPES_MAX).optional().describe('Default: profile, email. openid is always added.'),
  authentication: authentication.describe('How the service authenticates at the issuer.'),
}

const oidcProvider = z.strictObject({
  id: customProviderId.describe('`custom:` and a name. `signInWithOAuth` accepts it.'),
  enabled: z.boolean().optional().describe('Whether users can sign in with it. Default: true.'),
  ...issuerSettings,
})

/** OpenID Connect issuers by URL. */
export const oidcProviderList = z
  .array(oidcProvider)
  .max(OIDC_PROVIDERS_MAX, `{path} must have at most ${OIDC_PROVIDERS_MAX} entries`)

const [secretAuthentication] = authentication.options

/** The same in an exported document, with secrets only if its author wrote them. */
export const oidcProviderDocumentList = z
  .array(
    oidcProvider.extend({
      authentication: z.discriminatedUnion('method', [
        secretAuthentication.extend({ client_secret: nonEmptyText.optional() }),
        keyAuthentication,
      ]),
    }),
  )
  .max(OIDC_PROVIDERS_MAX, `{path} must have at most ${OIDC_PROVIDERS_MAX} entries`)

const masked = 'Masked, except in the answer to the call that set it.'

const authenticationRead = z.discriminatedUnion('method', [
  z.object({
    method: secretMethod.describe('Where a request has the secret: in a header or in its body.'),
    client_secret: z.string().describe(masked),
  }),
  z.object({
    method: keyMethod.describe('A signed assertion (RFC 7523).'),
    private_key: z.string().describe('Always masked.'),
    audience: audience.describe('The audience of the assertion.'),
    public_jwk: publicJwk,
  }),
])

/** The settings of an issuer as admins and servers read them. */
export const issuerSettingsRead = {
  display_name: z.string().describe('The name that users see.'),
  icon_url: z.string().nullable().describe('The address of an icon; null without one.'),
  issuer_url: z.string().describe('The issuer, as its discovery document names it.'),
  client_id: z.string().describe('The client at the issuer.'),
  scopes: z.array(z.string()).describe('Without `openid`, which every request has.'),
  authentication: authenticationRead.describe('How the service authenticates at the issuer.'),
}

/** An issuer as admins read it. */
export const oidcProviderRead = z.object({
  id: z.string().describe('`custom:` and a name. `signInWithOAuth` accepts it.'),
  enabled: z.boolean().describe('Whether users can sign in with it.'),
  ...issuerSettingsRead,
})

/** An issuer as every visitor reads it. */
export const oidcProviderClientRead = z.object({
  id: z.string().describe('`custom:` and a name. `signInWithOAuth` accepts it.'),
  display_name: z.string(),
  icon_url: z.string().nullable(),
})

/** What the service has read of an issuer. */
export const oidcDiscoveryRead = z.object({
  url: z.string().describe('The address of the discovery document that was read.'),
  problem: z.string().nullable().describe('Why the issuer cannot be used; null if it can.'),
  document: z
    .object({
      issuer: z.string().describe('The same as the address in the request.'),
      authorization_endpoint: z.string().describe('Where browsers are sent.'),
      token_endpoint: z.string().describe('Where the service exchanges the code.'),
      userinfo_endpoint: z
        .string()
        .nullable()
        .describe('Where the service reads the profile; null if only the ID token has it.'),
      jwks_uri: z.string().describe('The address of the keys that sign ID tokens.'),
      authentication_methods: z
        .array(z.enum([...secretMethod.options, keyMethod.value]))
        .describe('Those that issuer and service have in common; all of the service if the document lists none.'),
      keys: z.int().describe('The number of keys at `jwks_uri`; 0 if they cannot be read.'),
    })
    .nullable()
    .describe('Null if the document could not be read, or is not that of the issuer.'),
})

export const discoverIssuer = endpoint({
  method: 'POST',
  path: '/internal/oidc-discovery',
  tag: 'OAuth',
  summary:
    'Reads the discovery document and the keys of an OpenID Connect issuer, as saving one does. A problem is part of the answer.',
  isRateLimited: true,
  staffRight: 'change_project',
  access: adminAccess({ body: z.strictObject({ issuer_url: trustedDomain }), response: oidcDiscoveryRead }),
  errors: ['SCHEMA_ERROR'],
})
