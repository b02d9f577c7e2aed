import { z } from 'zod'

import { adminAccess, anyAccess, endpoint, partnerNames } from './endpoint.ts'
import { verificationCodeErrors } from '../catalogues/errors.ts'
import {
  createInternalApiKey,
  listInternalApiKeys,
  readInternalApiKey,
  updateInternalApiKey,
} from './internal-api-keys.ts'
import {
  label,
  listOf,
  noQuery,
  nonEmptyText,
  oauthProviderId,
  projectId,
  success,
  trustedDomain,
  verificationCode,
} from './primitives.ts'
import { projectOAuthProviderRead } from './projects.ts'
import { createWebhookEndpoint } from './webhooks.ts'

/** The partner is part of the path. The path of any other partner is unknown. */
export const partnerParams = z.object({ partner: z.enum(partnerNames) })

const tag = 'Integrations'

export const provisionedProject = z.object({
  project_id: projectId,
  super_secret_admin_key: z.string().describe('Only this response contains the key. It is valid for 100 years.'),
})

export const provisionPartnerProject = endpoint({
  method: 'POST',
  path: '/integrations/{partner}/projects/provision',
  tag,
  summary:
    'Creates a project without an owner, with an admin key. The partner can transfer it to a user of the dashboard, once.',
  params: partnerParams,
  partner: 'named',
  access: { public: { body: z.strictObject({ display_name: label }), response: provisionedProject } },
  isRateLimited: true,
  errors: [],
})

const transferPath = '/integrations/{partner}/projects/transfer'

export const checkPartnerTransfer = endpoint({
  method: 'GET',
  path: transferPath,
  tag,
  summary:
    'Checks that the client has provisioned the project and can still transfer it. Otherwise it returns a plain 400.',
  params: partnerParams,
  partner: 'named',
  access: {
    public: { query: z.strictObject({ project_id: projectId }), response: z.object({ message: z.string() }) },
  },
  isRateLimited: true,
  errors: [],
})

export const startPartnerTransfer = endpoint({
  method: 'POST',
  path: transferPath,
  tag,
  summary:
    'Creates a link with which a dashboard user becomes the owner of the project. It is valid for an hour. Only one of several links works.',
  params: partnerParams,
  partner: 'named',
  access: {
    public: {
      body: z.strictObject({ project_id: projectId }),
      response: z.object({
        confirmation_url: z.string().describe("A dashboard page, for the user's browser."),
      }),
    },
  },
  isRateLimited: true,
  errors: [],
})

export const initiatePartnerTransfer = endpoint({
  ...startPartnerTransfer,
  path: `${transferPath}/initiate`,
  summary: 'The same as POST /integrations/{partner}/projects/transfer.',
})

const codeBody = z.strictObject({ code: verificationCode })

export const partnerTransferDetails = z.object({
  is_code_valid: z.literal(true),
  project_display_name: z
    .string()
    .describe('Chosen by the partner or the owners. Show it as plain text. An extension of the protocol.'),
})

export const checkPartnerTransferCode = endpoint({
  method: 'POST',
  path: `${transferPath}/confirm/check`,
  tag,
  summary: 'Checks the code of a transfer and describes it, without using it up. For the project "internal".',
  params: partnerParams,
  staffRight: 'delete_project',
  access: anyAccess({ body: codeBody, response: partnerTransferDetails }),
  isRateLimited: true,
  errors: verificationCodeErrors,
})

export const confirmPartnerTransfer = endpoint({
  method: 'POST',
  path: `${transferPath}/confirm`,
  tag,
  summary:
    'Makes the signed-in user of the project "internal" an owner and ends the right of the partner to transfer the project.',
  user: 'signed_in',
  params: partnerParams,
  staffRight: 'delete_project',
  access: anyAccess({ body: codeBody, response: z.object({ project_id: projectId }) }),
  isRateLimited: true,
  errors: verificationCodeErrors,
})

// The calls below act on a project that the partner administers, with its admin key. They are another form of the calls
// for settings.

const settingsErrors = ['PROJECT_NOT_FOUND', 'RECENT_SIGN_IN_REQUIRED'] as const

export const partnerDomainRead = z.object({ domain: z.string() })

const domainsPath = '/integrations/{partner}/domains'

export const listPartnerDomains = endpoint({
  method: 'GET',
  path: domainsPath,
  tag,
  summary: 'Lists the trusted domains of the project.',
  params: partnerParams,
  staffRight: 'read_project',
  access: adminAccess({ query: noQuery, response: listOf(partnerDomainRead) }),
  errors: [],
})

export const addPartnerDomain = endpoint({
  method: 'POST',
  path: domainsPath,
  tag,
  summary:
    'Adds a trusted domain with the handler path `/handler`. A domain that the project already has stays as it is.',
  status: 201,
  params: partnerParams,
  staffRight: 'change_project',
  access: adminAccess({ query: noQuery, body: z.strictObject({ domain: trustedDomain }), response: partnerDomainRead }),
  errors: settingsErrors,
})

export const removePartnerDomain = endpoint({
  method: 'DELETE',
  path: `${domainsPath}/{domain}`,
  tag,
  summary: 'Removes a trusted domain, which the path names percent-encoded. It also succeeds without such a domain.',
  params: partnerParams.extend({ domain: z.string() }),
  staffRight: 'change_project',
  access: adminAccess({ query: noQuery, response: success }),
  errors: settingsErrors,
})

const keysPath = '/integrations/neon/api-keys'

export const listPartnerApiKeys = endpoint({
  ...listInternalApiKeys,
  path: keysPath,
  tag,
  summary: 'The same as GET /internal/api-keys.',
})

export const createPartnerApiKey = endpoint({
  ...createInternalApiKey,
  path: keysPath,
  tag,
  summary: 'The same as POST /internal/api-keys.',
})

export const readPartnerApiKey = endpoint({
  ...readInternalApiKey,
  path: `${keysPath}/{id}`,
  tag,
  summary: 'The same as GET /internal/api-keys/{id}.',
})

export const updatePartnerApiKey = endpoint({
  ...updateInternalApiKey,
  path: `${keysPath}/{id}`,
  tag,
  summary: 'The same as PATCH /internal/api-keys/{id}.',
})

const providersPath = '/integrations/neon/oauth-providers'
const providerErrors = [...settingsErrors, 'INVALID_SHARED_OAUTH_PROVIDER_ID'] as const
const providerParams = z.object({ provider_id: oauthProviderId })

const providerFields = {
  type: z.enum(['shared', 'standard']).optional().describe('Default of a new provider: shared.'),
  client_id: nonEmptyText.optional().describe('Only with the type `standard`, which requires it.'),
  client_secret: nonEmptyText.optional().describe('Only with the type `standard`, which requires it.'),
  facebook_config_id: z.string().optional().describe('Only with the type `standard`.'),
  microsoft_tenant_id: z.string().optional().describe('Only with the type `standard`.'),
}

export const listPartnerOAuthProviders = endpoint({
  method: 'GET',
  path: providersPath,
  tag,
  summary: 'Lists the sign-in providers of the project.',
  staffRight: 'read_project',
  access: adminAccess({ query: noQuery, response: listOf(projectOAuthProviderRead) }),
  errors: [],
})

export const addPartnerOAuthProvider = endpoint({
  method: 'POST',
  path: providersPath,
  tag,
  summary: 'Adds a sign-in provider. Returns a plain 400 for one that the project already has.',
  status: 201,
  staffRight: 'change_project',
  access: adminAccess({
    query: noQuery,
    body: z.strictObject({ id: oauthProviderId, ...providerFields }),
    response: projectOAuthProviderRead,
  }),
  errors: providerErrors,
})

export const updatePartnerOAuthProvider = endpoint({
  method: 'PATCH',
  path: `${providersPath}/{provider_id}`,
  tag,
  summary:
    'Changes a sign-in provider. Absent fields stay unchanged. Returns a plain 404 for one that the project does not have.',
  params: providerParams,
  staffRight: 'change_project',
  access: adminAccess({ query: noQuery, body: z.strictObject(providerFields), response: projectOAuthProviderRead }),
  errors: providerErrors,
})

export const removePartnerOAuthProvider = endpoint({
  method: 'DELETE',
  path: `${providersPath}/{provider_id}`,
  tag,
  summary: 'Removes a sign-in provider. Returns a plain 404 for one that the project does not have.',
  params: providerParams,
  staffRight: 'change_project',
  access: adminAccess({ query: noQuery, response: success }),
  errors: settingsErrors,
})

export const createPartnerWebhook = endpoint({
  method: 'POST',
  path: '/integrations/neon/webhooks',
  tag,
  summary:
    'Adds a webhook endpoint for the standard events. Only this answer contains its secret. With client access the partner needs a project that it has provisioned and not transferred.',
  partner: 'neon',
  staffRight: 'change_webhooks',
  access: anyAccess({
    body: createWebhookEndpoint.access.admin.body.pick({ url: true, description: true }),
    response: z.object({ secret: z.string() }),
  }),
  isRateLimited: true,
  errors: ['RECENT_SIGN_IN_REQUIRED'],
})
