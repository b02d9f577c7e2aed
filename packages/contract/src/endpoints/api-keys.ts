import { z } from 'zod'

import { anyAccess, endpoint, serverAccess } from './endpoint.ts'
import { label, listOf, millis, noQuery, success, userIdOrMe, uuid } from './primitives.ts'

/** The owners that API keys can have. */
export const apiKeyTypes = ['user', 'team'] as const
export type ApiKeyType = (typeof apiKeyTypes)[number]

const keyFields = {
  id: uuid.describe('The id of the key, not its secret value.'),
  description: z.string().describe('What the key is for, as its owner wrote it.'),
  is_public: z
    .boolean()
    .describe('Whether the key may be part of public code. A scanner of secrets does not revoke it.'),
  created_at_millis: millis.describe('When the key was created.'),
  expires_at_millis: millis.optional().describe('Absent: the key does not expire.'),
  manually_revoked_at_millis: millis.optional().describe('Absent: the key is not revoked.'),
  last_used_at_millis: millis.optional().describe('To the minute. Absent: the key was never used.'),
  created_by_user_id: uuid.optional().describe('Absent: a server created the key.'),
  created_at_end_user_ip_info: z
    .object({
      ip: z.string().describe('The address of the caller that created the key.'),
      country_code: z.string().nullable().describe('ISO 3166 code, if the proxy of the service provides it.'),
    })
    .optional()
    .describe('Where the key was created. Absent: a server created the key.'),
}
const ofUser = { ...keyFields, type: z.literal('user'), user_id: uuid }
const ofTeam = { ...keyFields, type: z.literal('team'), team_id: uuid }
const maskedValue = { value: z.object({ last_four: z.string() }) }
const completeValue = { value: z.string() }

export const userApiKeyRead = z.object({ ...ofUser, ...maskedValue })
export const teamApiKeyRead = z.object({ ...ofTeam, ...maskedValue })

/** The only response that contains the complete key. */
export const userApiKeyFirstView = z.object({ ...ofUser, ...completeValue })
/** The only response that contains the complete key. */
export const teamApiKeyFirstView = z.object({ ...ofTeam, ...completeValue })

const creation = {
  description: label,
  expires_at_millis: millis.nullable().describe('Null or 0: the key does not expire.'),
  is_public: z
    .boolean()
    .optional()
    .describe('True: the key may be published, and a secret scanner cannot revoke it. Default: false.'),
}

const update = z.strictObject({
  description: label.optional(),
  expires_at_millis: millis.nullable().optional().describe('Null or 0: the key does not expire.'),
  revoked: z.literal(true, { error: '{path} can only be set to true' }).optional(),
})

const givenKey = z.strictObject({
  api_key: z.string().describe('Any text. A text that is not a key returns API_KEY_NOT_FOUND.'),
})
const keyParams = z.object({ id: uuid })
const namedUser = z.strictObject({
  user_id: userIdOrMe.optional().describe('The owner of the key. Clients can send their own id only.'),
})
const namedTeam = z.strictObject({ team_id: uuid.describe('The owner of the key.') })

export const listUserApiKeys = endpoint({
  method: 'GET',
  path: '/user-api-keys',
  tag: 'API keys',
  summary: 'Lists the API keys of a user, newest first, including revoked and expired ones.',
  user: 'signed_in_client',
  staffRight: 'read_users',
  access: anyAccess({ query: z.strictObject({ user_id: userIdOrMe }), response: listOf(userApiKeyRead) }),
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_NOT_FOUND'],
})

export const createUserApiKey = endpoint({
  method: 'POST',
  path: '/user-api-keys',
  tag: 'API keys',
  summary: 'Creates an API key for a user. Only this response contains the complete key.',
  user: 'signed_in_client',
  staffRight: 'change_users',
  access: anyAccess({
    query: noQuery,
    body: z.strictObject({ ...creation, user_id: userIdOrMe }),
    response: userApiKeyFirstView,
  }),
  changesCredentials: true,
  isRateLimited: true,
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_NOT_FOUND'],
})

export const readUserApiKey = endpoint({
  method: 'GET',
  path: '/user-api-keys/{id}',
  tag: 'API keys',
  summary: 'Reads an API key of a user.',
  user: 'signed_in_client',
  params: keyParams,
  staffRight: 'read_users',
  access: anyAccess({ query: namedUser, response: userApiKeyRead }),
  errors: ['API_KEY_NOT_FOUND', 'CANNOT_GET_OWN_USER_WITHOUT_USER'],
})

export const updateUserApiKey = endpoint({
  method: 'PATCH',
  path: '/user-api-keys/{id}',
  tag: 'API keys',
  summary: 'Renames an API key of a user, changes its expiry, or revokes it for good.',
  user: 'signed_in_client',
  params: keyParams,
  staffRight: 'change_users',
  access: anyAccess({ query: namedUser, body: update, response: userApiKeyRead }),
  changesCredentials: ['expires_at_millis'],
  isRateLimited: true,
  errors: ['API_KEY_NOT_FOUND', 'CANNOT_GET_OWN_USER_WITHOUT_USER'],
})

export const checkUserApiKey = endpoint({
  method: 'POST',
  path: '/user-api-keys/check',
  tag: 'API keys',
  summary: 'Checks an API key that a request contains, and returns the user it belongs to.',
  staffRight: 'change_users',
  access: serverAccess({ query: noQuery, body: givenKey, response: userApiKeyRead }),
  errors: [
    'API_KEY_NOT_FOUND',
    'WRONG_API_KEY_TYPE',
    'API_KEY_REVOKED',
    'API_KEY_EXPIRED',
    'RESTRICTED_USER_NOT_ALLOWED',
  ],
})

export const listTeamApiKeys = endpoint({
  method: 'GET',
  path: '/team-api-keys',
  tag: 'API keys',
  summary:
    'Lists the API keys of a team, newest first, including revoked and expired ones. Clients need the permission $manage_api_keys.',
  user: 'signed_in_client',
  staffRight: 'read_users',
  access: anyAccess({ query: z.strictObject({ team_id: uuid }), response: listOf(teamApiKeyRead) }),
  errors: ['API_KEY_NOT_FOUND', 'TEAM_NOT_FOUND'],
})

export const createTeamApiKey = endpoint({
  method: 'POST',
  path: '/team-api-keys',
  tag: 'API keys',
  summary:
    'Creates an API key for a team. Only this response contains the complete key. Clients need the permission $manage_api_keys.',
  user: 'signed_in_client',
  staffRight: 'change_users',
  access: anyAccess({
    query: noQuery,
    body: z.strictObject({ ...creation, team_id: uuid }),
    response: teamApiKeyFirstView,
  }),
  changesCredentials: true,
  isRateLimited: true,
  errors: ['API_KEY_NOT_FOUND', 'TEAM_NOT_FOUND'],
})

export const readTeamApiKey = endpoint({
  method: 'GET',
  path: '/team-api-keys/{id}',
  tag: 'API keys',
  summary: 'Reads an API key of a team. Clients need the permission $manage_api_keys.',
  user: 'signed_in_client',
  params: keyParams,
  staffRight: 'read_users',
  access: anyAccess({ query: namedTeam, response: teamApiKeyRead }),
  errors: ['API_KEY_NOT_FOUND'],
})

export const updateTeamApiKey = endpoint({
  method: 'PATCH',
  path: '/team-api-keys/{id}',
  tag: 'API keys',
  summary:
    'Renames an API key of a team, changes its expiry, or revokes it for good. Clients need the permission $manage_api_keys.',
  user: 'signed_in_client',
  params: keyParams,
  staffRight: 'change_users',
  access: anyAccess({ query: namedTeam, body: update, response: teamApiKeyRead }),
  changesCredentials: ['expires_at_millis'],
  isRateLimited: true,
  errors: ['API_KEY_NOT_FOUND'],
})

export const checkTeamApiKey = endpoint({
  method: 'POST',
  path: '/team-api-keys/check',
  tag: 'API keys',
  summary: 'Checks an API key that a request contains, and returns the team it belongs to.',
  staffRight: 'change_users',
  access: serverAccess({ query: noQuery, body: givenKey, response: teamApiKeyRead }),
  errors: ['API_KEY_NOT_FOUND', 'WRONG_API_KEY_TYPE', 'API_KEY_REVOKED', 'API_KEY_EXPIRED'],
})

export const revokeLeakedApiKey = endpoint({
  method: 'POST',
  path: '/integrations/credential-scanning/revoke',
  tag: 'Integrations',
  summary:
    'Revokes an API key that a secret scanner has found in public, and informs its owner by mail. Public keys cannot be revoked this way.',
  access: { public: { query: noQuery, body: givenKey, response: success } },
  isRateLimited: true,
  errors: ['API_KEY_NOT_FOUND', 'PUBLIC_API_KEY_CANNOT_BE_REVOKED', 'API_KEY_EXPIRED'],
})
