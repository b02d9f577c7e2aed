import { z } from 'zod'

import { adminAccess, endpoint } from './endpoint.ts'
import { flag } from './primitives.ts'

export const exportRecords = endpoint({
  method: 'GET',
  path: '/internal/export',
  tag: 'Exports',
  summary:
    'Streams the permission definitions, teams, users, memberships and permissions of the project, one record per line. The last line has the kind `end`: without it, the answer is not complete. An owner needs a recent sign-in if the project "internal" requires one.',
  isRateLimited: true,
  staffRight: { default: 'move_users', flags: { include_hashes: 'export_secrets' } },
  access: adminAccess({
    query: z.strictObject({
      include_hashes: flag
        .optional()
        .describe('Includes the password hashes and the secrets of authenticator apps. Default: false.'),
    }),
    response: 'lines',
  }),
  errors: ['RECENT_SIGN_IN_REQUIRED'],
})

export const readMovedRecordSchema = endpoint({
  method: 'GET',
  path: '/schemas/moved-record.json',
  tag: 'Exports',
  summary: 'The JSON Schema (draft 2020-12) of a line in an export.',
  access: { public: { response: z.record(z.string(), z.unknown()) } },
  errors: [],
})
