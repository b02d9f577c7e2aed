import { z } from 'zod'

import { anyAccess, endpoint } from './endpoint.ts'
import { nonEmptyText, uuid } from './primitives.ts'

/** The response of every sign-in. */
export const signedIn = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  user_id: uuid,
})

/** The response of a sign-in method that can create the user. */
export const signedInMaybeNew = signedIn.extend({ is_new_user: z.boolean() })

/** A sign-in method, or all API keys, removed because they were added before the address of the account was proved. */
export const removedSignInMethod = z
  .object({
    type: z
      .enum(['password', 'passkey', 'authenticator_app', 'provider', 'api_keys'])
      .describe('What the user can no longer sign in with.'),
    provider_id: z.string().optional().describe('Only with the type `provider`.'),
  })
  .describe('A sign-in method that a sign-in has removed from the account.')

const removedSignInMethods = z
  .array(removedSignInMethod)
  .optional()
  .describe(
    'Present if this sign-in is the first proof of the address: the sign-in methods that were removed from the account.',
  )

/** The response to a sign-in that proves the account's address. */
export const signedInByProof = signedInMaybeNew.extend({ removed_sign_in_methods: removedSignInMethods })

export const refreshSession = endpoint({
  method: 'POST',
  path: '/auth/sessions/current/refresh',
  tag: 'Sessions',
  summary:
    'Exchanges a refresh token for a new access token. A client that sends `rotate_refresh_token` also gets a new refresh token, which replaces the old one.',
  headers: z.object({ 'x-stack-refresh-token': nonEmptyText }),
  staffRight: null,
  access: anyAccess({
    body: z.looseObject({ rotate_refresh_token: z.boolean().optional() }).optional(),
    response: z.object({ access_token: z.string(), refresh_token: z.string().optional() }),
  }),
  isRateLimited: true,
  errors: ['REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'],
})

/**
 * RFC 6749 sections 4.1.3 and 6. `client_id` is the project id, `client_secret` a publishable client key. HTTP Basic
 * credentials can replace both (section 2.3.1).
 */
export const oauthToken = endpoint({
  method: 'POST',
  path: '/auth/oauth/token',
  tag: 'OAuth',
  summary:
    'The token endpoint (RFC 6749): exchanges an authorization code or a refresh token for an access token. Parameters of the other grant are ignored.',
  acceptsForm: true,
  access: {
    public: {
      body: z.looseObject({
        grant_type: z.enum(['authorization_code', 'refresh_token'], {
          error: '{path} must be authorization_code or refresh_token',
        }),
        client_id: z.string().optional(),
        client_secret: z.string().optional(),
        code: z.string().optional(),
        redirect_uri: z.string().optional().describe('The redirect URI of the authorization request.'),
        code_verifier: z.string().optional().describe('RFC 7636; required with an authorization code.'),
        refresh_token: z.string().optional(),
        scope: z.string().optional(),
        rotate_refresh_token: z
          .union([z.boolean(), z.enum(['true', 'false'])])
          .optional()
          .describe('Whether the client can replace its refresh token.'),
      }),
      response: z.object({
        access_token: z.string(),
        token_type: z.literal('Bearer'),
        expires_in: z.int(),
        scope: z.literal('legacy'),
        refresh_token: z.string().optional(),
        is_new_user: z.boolean().optional().describe('Only with an authorization code, like the fields below.'),
        newUser: z.boolean().optional(),
        after_callback_redirect_url: z.string().nullable().optional(),
        afterCallbackRedirectUrl: z.string().nullable().optional(),
        removed_sign_in_methods: removedSignInMethods,
      }),
    },
  },
  isRateLimited: true,
  errors: [
    'INVALID_OAUTH_CLIENT_ID_OR_SECRET',
    'INVALID_AUTHORIZATION_CODE',
    'REDIRECT_URL_NOT_WHITELISTED',
    'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
    'SIGN_UP_NOT_ENABLED',
    'SIGN_UP_REJECTED',
    'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
    'RESTRICTED_USER_NOT_ALLOWED',
    'USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION',
    'OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER',
    'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
  ],
})

export const readJwks = endpoint({
  method: 'GET',
  path: '/projects/{project_id}/.well-known/jwks.json',
  tag: 'Tokens',
  summary: 'The public keys that verify the access tokens of a project (RFC 7517).',
  params: z.object({ project_id: z.string() }),
  access: {
    public: {
      response: z.object({
        keys: z.array(
          z.object({
            kty: z.literal('EC'),
            alg: z.literal('ES256'),
            crv: z.literal('P-256'),
            x: z.string(),
            y: z.string(),
            kid: z.string(),
          }),
        ),
      }),
    },
  },
  errors: [],
})
