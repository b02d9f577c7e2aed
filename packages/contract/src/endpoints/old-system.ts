import { z } from 'zod'

import { adminAccess, endpoint } from './endpoint.ts'
import { OLD_SYSTEM_FAILURE_DAYS, OLD_SYSTEM_URL_MAX_CHARACTERS } from '../limits/constants.ts'
import { dayActivity } from './metrics.ts'
import { label, millis, nonEmptyText, trustedDomain } from './primitives.ts'

// Moving without an export: the system that a project used before checks a password once, at the sign-in of its user.

/** The kinds of systems that can be asked. */
export const oldSystemTypes = ['stack', 'cognito', 'firebase', 'auth0', 'endpoint'] as const
/** The kind of an old system. */
export type OldSystemType = (typeof oldSystemTypes)[number]

/** Why a sign-in with a password that may be right did not move the user. */
export const oldSystemFailures = [
  // The old system did not answer the question.
  'unreachable',
  'timed_out',
  'address_refused',
  'refused',
  'limited',
  'failed',
  'malformed',
  // The service did not ask it.
  'limit_reached',
  'secret_unreadable',
  // The password is right, and the user stays.
  'needs_step',
  'user_taken',
] as const
/** Why a sign-in with a password that may be right did not move the user. */
export type OldSystemFailure = (typeof oldSystemFailures)[number]

const address = trustedDomain.max(
  OLD_SYSTEM_URL_MAX_CHARACTERS,
  `{path} must be at most ${OLD_SYSTEM_URL_MAX_CHARACTERS} characters long`,
)

const id = label.min(1, '{path} must not be empty')

const clientSecret = nonEmptyText
  .max(1_000, '{path} must be at most 1000 characters long')
  .optional()
  .describe('The secret of the client; absent for one without. The mask keeps the stored one.')

const ends = {
  ends_at_millis: millis.describe('From this moment on, the old system is no longer asked. At most 366 days ahead.'),
}

const stackOldSystem = z
  .strictObject({
    type: z.literal('stack').describe('A service with the Stack protocol.'),
    base_url: address.describe('The base URL of the service, without `/api/v1`.'),
    project_id: id.describe('The project there.'),
    publishable_client_key: id.describe('The publishable client key of the project there.'),
    ...ends,
  })
  .describe('Any service with the Stack protocol. Users keep their ids.')

const cognitoOldSystem = z
  .strictObject({
    type: z.literal('cognito').describe('Amazon Cognito.'),
    region: z
      .string()
      .regex(/^[a-z]{2}(?:-[a-z]+)+-\d{1,2}$/, '{path} must be an AWS region, such as eu-central-1')
      .describe('The AWS region of the user pool, such as eu-central-1.'),
    client_id: id.describe('The app client of the user pool.'),
    secret: clientSecret,
    base_url: address.optional().describe('Another address of the service. Default: that of the region.'),
    ...ends,
  })
  .describe('An app client of an Amazon Cognito user pool that permits USER_PASSWORD_AUTH.')

const firebaseOldSystem = z
  .strictObject({
    type: z.literal('firebase').describe('Firebase Authentication.'),
    api_key: id.describe('The web API key of the project.'),
    base_url: address
      .optional()
      .describe('Another address of the service. Default: https://identitytoolkit.googleapis.com.'),
    ...ends,
  })
  .describe('Firebase Authentication or Google Identity Platform.')

const auth0OldSystem = z
  .strictObject({
    type: z.literal('auth0').describe('Auth0.'),
    base_url: address.describe('The domain of the tenant, with https://.'),
    client_id: id.describe('The application in the tenant.'),
    secret: clientSecret,
    connection: id.optional().describe('The database connection. Default: the default directory of the tenant.'),
    ...ends,
  })
  .describe('An Auth0 application that permits the grant type Password.')

const endpointOldSystem = z
  .strictObject({
    type: z.literal('endpoint').describe('An HTTPS endpoint of the owner.'),
    url: address.describe('The address of the endpoint.'),
    secret: nonEmptyText
      .max(200, '{path} must be at most 200 characters long')
      .optional()
      .describe(
        'Key of the signature: `whsec_` and 24 to 64 bytes in base64. Absent: the service creates one, which only the answer to this call shows.',
      ),
    ...ends,
  })
  .describe('An HTTPS endpoint of the owner, which gets address and password as signed JSON.')

/** The system that a project used before, and until when it is asked. */
export const oldSystem = z.discriminatedUnion('type', [
  stackOldSystem,
  cognitoOldSystem,
  firebaseOldSystem,
  auth0OldSystem,
  endpointOldSystem,
])

export const oldSystemRead = z.object({
  type: z.enum(oldSystemTypes),
  base_url: z.string().optional(),
  url: z.string().optional(),
  project_id: z.string().optional(),
  publishable_client_key: z.string().optional(),
  region: z.string().optional(),
  client_id: z.string().optional(),
  connection: z.string().optional(),
  api_key: z.string().optional(),
  secret: z.string().optional().describe('Masked, except in the answer to the call that set it.'),
  ends_at_millis: millis,
})

/** The body of the signed POST to an owner's endpoint. */
export const oldSystemQuestion = z.object({
  type: z.literal('password.check'),
  timestamp: z.string().describe('ISO 8601.'),
  data: z.object({ email: z.string(), password: z.string() }),
})

/**
 * The answer of an owner's endpoint, with status 200. After any other answer, the service asks the user to try again.
 */
export const oldSystemAnswer = z.object({
  outcome: z
    .enum(['right', 'wrong', 'needs_step'])
    .describe(
      '`wrong` also for an unknown or disabled user. `needs_step`: the password is right, and the old system requires another step, such as a second factor.',
    ),
  email_verified: z.boolean().optional().describe('The old system has verified this address. Default: false.'),
  display_name: z.string().nullable().optional(),
})

const moveDays = z.enum(['30', '90'], { error: '{path} must be 30 or 90' }).transform(Number)

const limitOfMove = z.object({
  calls: z.int().describe('The number of sign-ins.'),
  seconds: z.int().describe('The length of the period.'),
})

/** How far the move from the old system is, and what has failed. */
export const oldSystemMove = z.object({
  type: z.enum(oldSystemTypes).nullable().describe('Null if the project names no old system.'),
  is_asked: z.boolean().describe('True: the project names an old system whose end is not reached.'),
  ends_at_millis: millis.nullable().describe('From when on it is no longer asked.'),
  moved_users: z.int().describe('The users whose password has moved at a sign-in.'),
  last_moved_at_millis: millis.nullable().describe('When the last one moved; null before the first.'),
  waiting_users: z
    .int()
    .describe('Imported users whose password is only in the old system and who have not signed in yet.'),
  moved_by_day: z.array(dayActivity).describe('Moved users on each of the days (UTC), oldest first.'),
  failures_by_day: z.array(dayActivity).describe('Sign-ins that did not move a user, on each of the days.'),
  failures: z
    .array(
      z.object({
        cause: z
          .enum(oldSystemFailures)
          .describe(
            'The old system: `unreachable`, `timed_out`, `address_refused` (the service may not connect to its address), `refused` (it refused the service, such as for a wrong key), `limited` (by a limit of its own), `failed` (status 500 or above), `malformed` (an undocumented answer). The service: `limit_reached` (of `askOldSystem`), `secret_unreadable` (`PORTICO_SECRET` does not open the stored secret). The user: `needs_step` (the old system requires another step after the right password), `user_taken` (another user here has the id or the address).',
          ),
        count: z.int().describe('In these days.'),
        last: z.object({
          at_millis: millis.describe('When it failed.'),
          request: z.string().nullable().describe('Method and address of the last request, without its query.'),
          status: z.int().nullable().describe('The status of the answer.'),
          code: z.string().nullable().describe('The error code in the answer.'),
        }),
      }),
    )
    .describe('By cause, the latest first. Wrong passwords are not failures. Failures are counted within seconds.'),
  limits: z
    .object({ per_account: limitOfMove, per_project: limitOfMove })
    .nullable()
    .describe(
      'The limits of calls to the old system, and of wrong passwords of known users while it is asked. Null if rate limits are off.',
    ),
  answer_seconds: z.int().describe('How long the old system may take to answer.'),
})

export const readOldSystem = endpoint({
  method: 'GET',
  path: '/internal/old-system',
  tag: 'Projects',
  summary: 'Reads how many users have moved from the old system of the project, how many remain, and what failed.',
  staffRight: 'read_project',
  access: adminAccess({
    query: z.strictObject({
      days: moveDays
        .default(30)
        .describe(
          `The number of days, up to today: 30 (default) or ${OLD_SYSTEM_FAILURE_DAYS}. Older failures are not kept.`,
        ),
    }),
    response: oldSystemMove,
  }),
  errors: ['PROJECT_NOT_FOUND'],
})
