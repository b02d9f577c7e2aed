import { z } from 'zod'

import { endpoint, partnerNames, serverAccess } from './endpoint.ts'
import { partnerParams } from './partners.ts'
import { label, noQuery, nonEmptyText, projectId } from './primitives.ts'

const tag = 'Partner OAuth'
const oauthPath = '/integrations/{partner}/oauth'
const interactionPath = `${oauthPath}/idp/interaction/{interaction_uid}` as const
const authorizationPath = '/internal/partner-authorizations/{interaction_uid}'

const interactionUid = z.string().regex(/^[0-9a-z]{1,100}$/, '{path} must be the id of an interaction')
const interactionParams = partnerParams.extend({ interaction_uid: interactionUid })

const printable = nonEmptyText.regex(/^[\x20-\x7e]+$/, '{path} must be printable ASCII')

// RFC 6749 section 3.1: ignores unknown parameters.
const authorizationRequest = z.object({
  client_id: printable,
  redirect_uri: nonEmptyText.describe('Exactly one of those that are configured for the client.'),
  state: printable.describe(
    'Returned to the partner. If it is JSON in base64 or base64url, `details.external_project_name` or `details.neon_project_name` is shown to the owner.',
  ),
  code_challenge: z.string().regex(/^[A-Za-z0-9_-]{43}$/, '{path} must be a SHA-256 hash in base64url, 43 characters'),
  code_challenge_method: z.literal('S256', { error: '{path} must be S256' }),
  response_type: z.literal('code', { error: '{path} must be code' }),
})

export const describePartnerOAuth = endpoint({
  method: 'GET',
  path: oauthPath,
  tag,
  summary: 'Names the authorization endpoint and the token endpoint of a partner.',
  params: partnerParams,
  access: { public: { response: 'text' } },
  errors: [],
})

export const authorizePartner = endpoint({
  method: 'GET',
  path: `${oauthPath}/authorize`,
  tag,
  summary:
    'The authorization endpoint (RFC 6749 section 3.1, PKCE required) for an admin key of an existing project. Redirects to the issuer of the partner.',
  isNavigation: true,
  status: 307,
  params: partnerParams,
  access: { public: { query: authorizationRequest, response: 'redirect' } },
  errors: [],
})

export const beginPartnerAuthorization = endpoint({
  method: 'GET',
  path: `${oauthPath}/idp/auth`,
  tag,
  summary:
    'Checks client and redirect URI, binds the authorization to the browser with a cookie, and redirects to its interaction. Other redirect URIs answer 400 with `invalid_redirect_uri`.',
  isNavigation: true,
  status: 303,
  params: partnerParams,
  access: {
    public: {
      query: authorizationRequest.extend({ scope: z.literal('openid', { error: '{path} must be openid' }) }),
      response: 'redirect',
    },
  },
  isRateLimited: true,
  errors: [],
})

export const openPartnerInteraction = endpoint({
  method: 'GET',
  path: interactionPath,
  tag,
  summary: 'Redirects to the page of the dashboard on which an owner answers.',
  isNavigation: true,
  status: 307,
  params: interactionParams,
  access: { public: { response: 'redirect' } },
  isRateLimited: true,
  errors: [],
})

const answerQuery = z.strictObject({
  code: nonEmptyText.optional().describe('The code of the confirmation.'),
  error: z
    .literal('access_denied', { error: '{path} must be access_denied' })
    .optional()
    .describe('The owner refuses. Without it, `code` is required.'),
})

export const showPartnerAnswer = endpoint({
  method: 'GET',
  path: `${interactionPath}/done`,
  tag,
  summary: 'A page that posts to its own URL, because opening a URL must not use up the code.',
  isNavigation: true,
  params: interactionParams,
  access: { public: { query: answerQuery, response: 'page' } },
  isRateLimited: true,
  errors: [],
})

export const sendPartnerAnswer = endpoint({
  method: 'POST',
  path: `${interactionPath}/done`,
  tag,
  summary: 'Uses up the code of the confirmation, or refuses, and resumes the authorization.',
  isNavigation: true,
  acceptsForm: true,
  status: 303,
  params: interactionParams,
  access: { public: { query: answerQuery, response: 'redirect' } },
  isRateLimited: true,
  errors: [],
})

export const resumePartnerAuthorization = endpoint({
  method: 'GET',
  path: `${oauthPath}/idp/auth/{interaction_uid}`,
  tag,
  summary: 'Redirects to the partner with `code` or `error`, `state` and `iss` (RFC 9207).',
  isNavigation: true,
  status: 303,
  params: interactionParams,
  access: { public: { response: 'redirect' } },
  isRateLimited: true,
  errors: [],
})

export const exchangePartnerCode = endpoint({
  method: 'POST',
  path: `${oauthPath}/token`,
  tag,
  summary:
    'The token endpoint (RFC 6749 section 3.2): creates an admin key of the confirmed project, valid for 100 years, for the authorization code. A second use of a code revokes its key.',
  acceptsForm: true,
  params: partnerParams,
  partner: 'named',
  access: {
    public: {
      body: z.object({
        grant_type: z.literal('authorization_code', { error: '{path} must be authorization_code' }),
        code: nonEmptyText,
        code_verifier: nonEmptyText,
        redirect_uri: nonEmptyText,
      }),
      response: z.object({
        access_token: z.string().describe('The admin key.'),
        token_type: z.literal('api_key'),
        project_id: projectId,
      }),
    },
  },
  isRateLimited: true,
  errors: [],
})

export const readPartnerIssuerKeys = endpoint({
  method: 'GET',
  path: `${oauthPath}/idp/.well-known/jwks.json`,
  tag,
  summary: 'The keys of the issuer. There are none, because it signs no tokens.',
  params: partnerParams,
  access: { public: { response: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }) } },
  errors: [],
})

export const readPartnerUserInfo = endpoint({
  method: 'GET',
  path: `${oauthPath}/idp/me`,
  tag,
  summary:
    'The UserInfo endpoint of the issuer. It issues no tokens for it, so every call is refused with 401 (RFC 6750 section 3).',
  params: partnerParams,
  access: { public: { response: z.object({ error: z.string(), error_description: z.string() }) } },
  errors: [],
})

export const confirmPartnerInteraction = endpoint({
  method: 'POST',
  path: '/integrations/{partner}/internal/confirm',
  tag,
  summary:
    'Confirms an interaction for a project and returns the code that continues it, for a dashboard with the server key of the project "internal".',
  params: partnerParams,
  staffRight: 'change_project',
  access: serverAccess({
    body: z.strictObject({
      interaction_uid: interactionUid,
      project_id: projectId,
      external_project_name: label.optional(),
    }),
    response: z.object({ authorization_code: z.string() }),
  }),
  errors: ['PROJECT_NOT_FOUND'],
})

export const partnerAuthorizationRead = z.object({
  partner: z.enum(partnerNames),
  redirect_host: z.string().describe('The host of the partner, to which the browser returns.'),
  external_project_name: z
    .string()
    .nullable()
    .describe('The name of the project at the partner, chosen there. Show it as plain text.'),
  state: z
    .enum(['open', 'answered', 'expired'])
    .describe('An authorization can be confirmed or refused while it is open.'),
  refusal_url: z.string().describe('Where the browser continues if the owner refuses.'),
})

export const readPartnerAuthorization = endpoint({
  method: 'GET',
  path: authorizationPath,
  tag,
  summary: 'Describes the request of a partner to an owner of projects.',
  user: 'signed_in',
  params: z.object({ interaction_uid: interactionUid }),
  access: { client: { query: noQuery, response: partnerAuthorizationRead } },
  errors: ['EXPECTED_INTERNAL_PROJECT'],
})

export const confirmPartnerAuthorization = endpoint({
  method: 'POST',
  path: `${authorizationPath}/confirm`,
  tag,
  summary:
    "Lets the partner obtain an admin key for a project of the signed-in owner while the owner's session is active. Needs a recent sign-in.",
  user: 'signed_in',
  changesCredentials: true,
  params: z.object({ interaction_uid: interactionUid }),
  access: {
    client: {
      query: noQuery,
      body: z.strictObject({ project_id: projectId }),
      response: z.object({ continue_url: z.string().describe('Where the browser continues.') }),
    },
  },
  isRateLimited: true,
  errors: ['EXPECTED_INTERNAL_PROJECT', 'PROJECT_NOT_FOUND'],
})
