import { z } from 'zod'

import { adminAccess, endpoint } from './endpoint.ts'
import { email, label, noQuery, password, port } from './primitives.ts'
import { mailTls } from './projects.ts'

export const sendTestEmail = endpoint({
  method: 'POST',
  path: '/internal/send-test-email',
  tag: 'E-mails',
  summary: 'Sends one mail through the given server to test its settings. Stores nothing.',
  access: adminAccess({
    query: noQuery,
    body: z.strictObject({
      recipient_email: email,
      email_config: z.strictObject({
        host: z.string(),
        port,
        tls: mailTls.optional(),
        username: z.string(),
        password,
        sender_name: label,
        sender_email: email,
      }),
    }),
    response: z.object({
      success: z.boolean(),
      error_message: z.string().optional().describe('Why the mail was not sent. Present only on failure.'),
    }),
  }),
  isRateLimited: true,
  errors: [],
})
