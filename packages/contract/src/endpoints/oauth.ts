import { z } from 'zod'

import { anyAccess, endpoint, type Variant } from './endpoint.ts'
import { verificationCodeErrors } from '../catalogues/errors.ts'
import { listOf, noQuery, nonEmptyText, success, url, userIdOrMe } from './primitives.ts'

/** The `client_secret` that clients without a key send, because OAuth requires one. */
export const PUBLIC_CLIENT_SECRET = '__stack_public_client__'

/** URL scheme of native apps' redirect URIs. */
export const NATIVE_APP_SCHEME = 'stack-auth-mobile-oauth-url:'

const PROVIDER_SCOPE_MAX_CHARACTERS = 2_000

/** RFC 6749 section 3.3: tokens between single spaces. Empty means none. */
const providerScope = z
  .string()
  .max(PROVIDER_SCOPE_MAX_CHARACTERS, `{path} must be at most ${PROVIDER_SCOPE_MAX_CHARACTERS} characters long`)
  .regex(/^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/, '{path} must be scopes separated by spaces')

const printable = nonEmptyText.regex(/^[\x20-\x7e]+$/, '{path} must be printable ASCII')

// Accepts any id: an unknown provider gets the same error as a provider that the project does not offer.
const providerParams = z.object({ provider_id: z.string().toLowerCase() })

export const oauthAuthorize = endpoint({
  method: 'GET',
  path: '/auth/oauth/authorize/{provider_id}',
  tag: 'OAuth',
  summary:
    'The authorization endpoint (RFC 6749 section 3.1, PKCE required): redirects the browser to the sign-in provider. The response is sent to `redirect_uri` with `code` and `state`.',
  isNavigation: true,
  status: 307,
  params: providerParams,
  access: {
    public: {
      // RFC 6749 section 3.1: ignores unknown parameters, such as `hexclave_response_mode` of newer clients.
      query: z.object({
        client_id: nonEmptyText.describe('The project id.'),
        client_secret: nonEmptyText.describe('A publishable client key.'),
        redirect_uri: url,
        scope: z.literal('legacy', { error: '{path} must be legacy' }),
        state: printable,
        grant_type: z.literal('authorization_code', { error: '{path} must be authorization_code' }),
        code_challenge: nonEmptyText,
        code_challenge_method: nonEmptyText.describe('S256; anything else is refused.'),
        response_type: z.literal('code', { error: '{path} must be code' }),
        type: z.enum(['authenticate', 'link'], { error: '{path} must be authenticate or link' }).optional(),
        token: z.string().optional().describe('Access token of the user to link, or the anonymous user to upgrade.'),
        flow_handle: nonEmptyText
          .optional()
          .describe(
            'Replaces `token`: a handle for the session of that user, which works once. See `POST /auth/oauth/flow-handles`.',
          ),
        provider_scope: providerScope.optional(),
        error_redirect_uri: url.optional(),
        error_redirect_url: url.optional().describe('Older name of error_redirect_uri, which takes precedence.'),
        after_callback_redirect_url: z
          .string()
          .optional()
          .describe('A trusted or relative URL, returned with the tokens.'),
        stack_response_mode: z
          .enum(['redirect', 'json'], { error: '{path} must be redirect or json' })
          .optional()
          .describe('`json` answers 200 with `{"location"}` for a page that navigates itself.'),
        bot_challenge_token: z.string().optional().describe('Accepted and ignored, like the two below.'),
        bot_challenge_phase: z.string().optional(),
        bot_challenge_unavailable: z.string().optional(),
      }),
      response: 'redirect',
    },
  },
  isRateLimited: true,
  errors: [
    'INVALID_OAUTH_CLIENT_ID_OR_SECRET',
    'INVALID_PUBLISHABLE_CLIENT_KEY',
    'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
    'REDIRECT_URL_NOT_WHITELISTED',
    'UNPARSABLE_ACCESS_TOKEN',
    'ACCESS_TOKEN_EXPIRED',
    'OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS',
    'RECENT_SIGN_IN_REQUIRED',
    ...verificationCodeErrors,
  ],
})

export const createOAuthFlowHandle = endpoint({
  method: 'POST',
  path: '/auth/oauth/flow-handles',
  tag: 'OAuth',
  summary:
    'Returns a handle that replaces the access token in the URL of the authorization endpoint. It works once, within a minute, for this provider and type.',
  user: 'signed_in',
  status: 201,
  access: {
    client: {
      body: z.strictObject({
        provider_id: z.string().toLowerCase(),
        type: z.enum(['authenticate', 'link'], { error: '{path} must be authenticate or link' }),
      }),
      response: z.object({ flow_handle: z.string() }),
    },
  },
  isRateLimited: true,
  errors: [],
})

const callbackErrors = [
  'OUTER_OAUTH_TIMEOUT',
  'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
  'OAUTH_PROVIDER_ACCESS_DENIED',
  'OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE',
  'REDIRECT_URL_NOT_WHITELISTED',
  'USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION',
  'OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER',
  'SIGN_UP_NOT_ENABLED',
  'SIGN_UP_REJECTED',
  'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
  'ACCESS_TOKEN_EXPIRED',
  'RESTRICTED_USER_NOT_ALLOWED',
] as const

// Accepts any parameter, because providers add their own.
const callbackParameters = z.record(z.string(), z.string())

export const oauthCallback = endpoint({
  method: 'GET',
  path: '/auth/oauth/callback/{provider_id}',
  tag: 'OAuth',
  summary: 'The redirect URI for sign-in providers. Redirects to the app with an authorization code of the service.',
  isNavigation: true,
  status: 303,
  params: providerParams,
  access: { public: { query: callbackParameters, response: 'redirect' } },
  isRateLimited: true,
  errors: callbackErrors,
})

export const oauthCallbackForm = endpoint({
  method: 'POST',
  path: '/auth/oauth/callback/{provider_id}',
  tag: 'OAuth',
  summary: 'The same for providers that post a form (OAuth 2.0 Form Post Response Mode).',
  isNavigation: true,
  acceptsForm: true,
  status: 303,
  params: providerParams,
  access: { public: { body: callbackParameters, response: 'redirect' } },
  isRateLimited: true,
  errors: callbackErrors,
})

const providerToken = {
  body: z.strictObject({
    scope: providerScope.optional().describe('Scopes that the token must have, separated by spaces.'),
  }),
  response: z.object({ access_token: z.string() }),
} satisfies Variant

const providerTokenErrors = [
  'USER_NOT_FOUND',
  'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
  'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS',
  'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER',
  'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE',
  'PROVIDER_REJECTED',
] as const

export const listConnectedAccounts = endpoint({
  method: 'GET',
  path: '/connected-accounts/{user_id}',
  tag: 'Connected accounts',
  summary: 'Lists the accounts at sign-in providers that a user has connected.',
  user: 'own',
  params: z.object({ user_id: userIdOrMe }),
  staffRight: 'read_users',
  access: anyAccess({
    query: noQuery,
    response: listOf(z.object({ user_id: z.string(), provider: z.string(), provider_account_id: z.string() })),
  }),
  errors: ['USER_NOT_FOUND'],
})

/** A connected account, in the form of the newest official client. */
export const oauthProviderRead = z.object({
  id: z.string().describe('The id of the provider. A user has at most one account of a provider.'),
  user_id: z.string(),
  type: z.string().describe('The id of the provider.'),
  provider_config_id: z.string().describe('The id of the provider.'),
  account_id: z.string().describe('The id of the account at the provider.'),
  email: z.string().optional().describe('The address of the account at the provider, for display.'),
  allow_sign_in: z.literal(true),
  allow_connected_accounts: z.literal(true),
})

export const listOAuthProviders = endpoint({
  method: 'GET',
  path: '/oauth-providers',
  tag: 'Connected accounts',
  summary: 'Lists the accounts at sign-in providers that a user has connected, with their addresses.',
  user: 'own',
  staffRight: 'read_users',
  access: anyAccess({ query: z.strictObject({ user_id: userIdOrMe }), response: listOf(oauthProviderRead) }),
  errors: ['USER_NOT_FOUND'],
})

export const disconnectOAuthProvider = endpoint({
  method: 'DELETE',
  path: '/oauth-providers/{user_id}/{provider_id}',
  tag: 'Connected accounts',
  summary:
    'Disconnects the account of a user at a provider and deletes its stored tokens. Users cannot disconnect their only sign-in method; servers can.',
  user: 'own',
  params: z.object({ user_id: userIdOrMe, provider_id: z.string().toLowerCase() }),
  changesCredentials: true,
  staffRight: 'change_users',
  access: anyAccess({ query: noQuery, response: success }),
  isRateLimited: true,
  errors: ['USER_NOT_FOUND'],
})

export const createProviderAccessToken = endpoint({
  method: 'POST',
  path: '/connected-accounts/{user_id}/{provider_id}/access-token',
  tag: 'Connected accounts',
  summary: "Returns an access token for the provider's API, refreshed if it expires in less than five minutes.",
  status: 201,
  user: 'own',
  params: z.object({ user_id: userIdOrMe, provider_id: z.string().toLowerCase() }),
  staffRight: 'change_users',
  access: anyAccess(providerToken),
  isRateLimited: true,
  errors: providerTokenErrors,
})

export const createAccountAccessToken = endpoint({
  method: 'POST',
  path: '/connected-accounts/{user_id}/{provider_id}/{provider_account_id}/access-token',
  tag: 'Connected accounts',
  summary: 'Returns an access token of a specific account at the provider.',
  status: 201,
  user: 'own',
  params: z.object({ user_id: userIdOrMe, provider_id: z.string().toLowerCase(), provider_account_id: z.string() }),
  staffRight: 'change_users',
  access: anyAccess(providerToken),
  isRateLimited: true,
  errors: providerTokenErrors,
})

export const createOwnProviderAccessToken = endpoint({
  method: 'POST',
  path: '/auth/oauth/connected-accounts/{provider_id}/access-token',
  tag: 'Connected accounts',
  summary: 'Older path of the same call for the signed-in user.',
  status: 201,
  user: 'me',
  params: providerParams,
  staffRight: 'change_users',
  access: anyAccess(providerToken),
  isRateLimited: true,
  errors: providerTokenErrors,
})
