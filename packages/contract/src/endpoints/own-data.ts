import { z } from 'zod'

import { userApiKeyRead } from './api-keys.ts'
import { contactChannelRead } from './contact-channels.ts'
import { anyAccess, endpoint } from './endpoint.ts'
import { rememberedDeviceRead } from './mfa.ts'
import { passkeyRead } from './passkey.ts'
import { millis, noQuery, uuid } from './primitives.ts'
import { sessionRead } from './sessions.ts'
import { userClientRead } from './users.ts'

/** What the service stores about a user, for the user: without secrets and without what only servers may read. */
export const ownDataRead = z.object({
  exported_at_millis: millis,
  user: userClientRead.describe(
    'The profile, with the accounts at sign-in providers and the metadata that clients may read.',
  ),
  contact_channels: z.array(contactChannelRead),
  sessions: z.array(sessionRead).describe('The active sessions, without those of an impersonation.'),
  passkeys: z.array(passkeyRead),
  remembered_devices: z.array(rememberedDeviceRead),
  known_devices: z
    .array(z.object({ name: z.string(), created_at_millis: millis, last_used_at_millis: millis }))
    .describe('Browser, system and country of sign-ins, last used first. Recorded while `notify_new_device` is on.'),
  teams: z.array(
    z.object({
      id: uuid,
      display_name: z.string(),
      joined_at_millis: millis,
      member_display_name: z
        .string()
        .nullable()
        .describe('The name of the user in this team; null for that of the user.'),
      member_profile_image_url: z.string().nullable(),
      permission_ids: z.array(z.string()).describe('The permissions that were granted to the user directly.'),
    }),
  ),
  project_permission_ids: z.array(z.string()),
  api_keys: z.array(userApiKeyRead).describe('Without the keys themselves.'),
})

export const exportOwnData = endpoint({
  method: 'GET',
  path: '/users/me/export',
  tag: 'Users',
  summary:
    'Returns all data of the signed-in user, without secrets and without what only servers may read. Returns a plain 400 while the project does not allow it.',
  user: 'me',
  isRateLimited: true,
  staffRight: 'change_users',
  access: anyAccess({ query: noQuery, response: ownDataRead }),
  errors: [],
})
