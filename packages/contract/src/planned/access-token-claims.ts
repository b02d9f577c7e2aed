import { z } from 'zod'

import { adminAccess, anyAccess } from '../endpoint.ts'
import { verificationCodeErrors } from '../errors.ts'
import { anyJson, success, uuid, verificationCode } from '../primitives.ts'
import type { Plan } from './plan.ts'

const ACCESS_TOKEN_CLAIMS_MAX = 20
/** All custom claims of a token together, as JSON. */
const ACCESS_TOKEN_CLAIMS_MAX_BYTES = 1_024

/** From the name of a claim to the metadata that it contains, such as `server_metadata.plan`. */
const accessTokenClaims = z.record(
  z.string().regex(/^[a-z][a-z\d_]{0,63}$/, '{path} must be a name of lower-case letters, digits and "_"'),
  z
    .string()
    .regex(
      /^(?:client_metadata|client_read_only_metadata|server_metadata)(?:\.[\w-]{1,64}){1,8}$/,
      '{path} must be a path in metadata, such as server_metadata.plan',
    ),
)

export const accessTokenClaimsAndNotices: Plan = {
  decision: '087',
  constants: { ACCESS_TOKEN_CLAIMS_MAX, ACCESS_TOKEN_CLAIMS_MAX_BYTES },
  endpoints: {
    previewAccessTokenClaims: {
      method: 'POST',
      path: '/internal/access-token-claims/preview',
      tag: 'Sessions',
      summary: 'Returns what the claims would contain for a user, and their size.',
      access: adminAccess({
        body: z.strictObject({ user_id: uuid, claims: accessTokenClaims }),
        response: z.object({ claims: z.record(z.string(), anyJson), bytes: z.int(), omitted: z.array(z.string()) }),
      }),
      errors: ['USER_NOT_FOUND'],
    },
    disownSession: {
      method: 'POST',
      path: '/auth/sessions/disown',
      tag: 'Sessions',
      summary:
        'Ends the session that a mail about a new device tells of, with the code of that mail, and mails a code for a new password.',
      isRateLimited: true,
      limit: 'useCode',
      access: anyAccess({ body: z.strictObject({ code: verificationCode }), response: success }),
      errors: [...verificationCodeErrors],
    },
  },
  fields: {
    'projectUpdate config': {
      access_token_claims: accessTokenClaims
        .optional()
        .describe(
          'Claims of a token that would exceed 1 kB are left out in the order of their names, and `omitted_claims` names them.',
        ),
      notify_new_device: z.boolean().optional().describe('Whether a sign-in on a new device is mailed to the user.'),
    },
  },
  errors: {},
  limits: {},
  events: {
    'session.disowned': { description: 'A user said that a sign-in on a new device was not theirs.', target: 'userId' },
  },
  mails: { new_device: 'At the first sign-in on a device, with place and time.' },
  sdk: {
    AdminApp: ['previewAccessTokenClaims(userId, claims)'],
    ClientApp: ['disownSession(code)'],
    Handler: ['page `disownSession`'],
  },
}
