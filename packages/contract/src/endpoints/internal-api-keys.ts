import { z } from 'zod'

import { adminAccess, endpoint } from './endpoint.ts'
import { label, listOf, millis, noQuery, uuid } from './primitives.ts'

const keySet = {
  id: uuid.describe('The id of the set.'),
  description: z.string().describe('What the keys are for.'),
  expires_at_millis: millis.describe('Until when the keys work.'),
  created_at_millis: millis.describe('When the set was created.'),
  manually_revoked_at_millis: millis.optional(),
}
const lastFour = z.object({ last_four: z.string() })

export const internalApiKeyRead = z.object({
  ...keySet,
  last_used_at_millis: millis
    .optional()
    .describe('When a key of the set was last used, to ten minutes; absent if none was used.'),
  publishable_client_key: lastFour
    .extend({
      value: z
        .string()
        .optional()
        .describe('The complete key, which is public; absent in sets that an earlier version created.'),
    })
    .optional(),
  secret_server_key: lastFour.optional(),
  super_secret_admin_key: lastFour.optional(),
})

/** The only response that contains the complete secret keys. */
export const internalApiKeyFirstView = z.object({
  ...keySet,
  publishable_client_key: z.string().optional(),
  secret_server_key: z.string().optional(),
  super_secret_admin_key: z.string().optional(),
})

export const listInternalApiKeys = endpoint({
  method: 'GET',
  path: '/internal/api-keys',
  tag: 'Internal API keys',
  summary: 'Lists the key sets of the project, newest first.',
  staffRight: 'read_keys',
  access: adminAccess({ query: noQuery, response: listOf(internalApiKeyRead) }),
  errors: [],
})

export const createInternalApiKey = endpoint({
  method: 'POST',
  path: '/internal/api-keys',
  tag: 'Internal API keys',
  changesCredentials: true,
  summary:
    'Creates a key set. Only this response contains the complete secret keys. An owner needs a recent sign-in if the project "internal" requires one.',
  staffRight: { default: 'change_keys', flags: { has_super_secret_admin_key: 'change_admin_keys' } },
  access: adminAccess({
    query: noQuery,
    body: z.strictObject({
      description: label,
      expires_at_millis: millis,
      has_publishable_client_key: z.boolean(),
      has_secret_server_key: z.boolean(),
      has_super_secret_admin_key: z.boolean(),
    }),
    response: internalApiKeyFirstView,
  }),
  isRateLimited: true,
  errors: ['RECENT_SIGN_IN_REQUIRED'],
})

export const readInternalApiKey = endpoint({
  method: 'GET',
  path: '/internal/api-keys/{id}',
  tag: 'Internal API keys',
  summary: 'Reads one key set.',
  params: z.object({ id: uuid }),
  staffRight: 'read_keys',
  access: adminAccess({ query: noQuery, response: internalApiKeyRead }),
  errors: ['API_KEY_NOT_FOUND'],
})

export const updateInternalApiKey = endpoint({
  method: 'PATCH',
  path: '/internal/api-keys/{id}',
  tag: 'Internal API keys',
  changesCredentials: true,
  summary:
    'Renames or revokes a key set. A revoked set stops working immediately on this node and within an instant on other nodes.',
  params: z.object({ id: uuid }),
  staffRight: 'change_keys',
  access: adminAccess({
    query: noQuery,
    body: z.strictObject({
      description: label.optional(),
      revoked: z.literal(true, { error: '{path} can only be set to true' }).optional(),
    }),
    response: internalApiKeyRead,
  }),
  isRateLimited: true,
  errors: ['API_KEY_NOT_FOUND'],
})
