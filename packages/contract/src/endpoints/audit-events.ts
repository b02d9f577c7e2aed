import { z } from 'zod'

import { adminAccess, endpoint } from './endpoint.ts'
import { AUDIT_FILTER_MAX_CODE_POINTS, AUDIT_PAGE_DEFAULT, AUDIT_PAGE_MAX } from '../limits/constants.ts'
import { anyJson, millis, nonEmptyText, noQuery, pageOf, queryMillis, textUpTo, uuid } from './primitives.ts'

/** Who can cause an audit event. Without a signed-in user, the type is that of the key. */
export const auditActorTypes = ['user', 'client', 'server', 'admin', 'system'] as const
export type AuditActorType = (typeof auditActorTypes)[number]

export const auditOutcomes = ['ok', 'refused'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

export const auditEventRead = z.object({
  id: uuid.describe('The id of the event.'),
  at_millis: millis.describe('When it happened.'),
  action: z.string().describe('What happened, as `<record>.<act>`. `docs/security/operators.md` lists all actions.'),
  outcome: z.enum(auditOutcomes).describe('Whether the act succeeded or was refused.'),
  actor_type: z.enum(auditActorTypes),
  actor_id: z
    .string()
    .nullable()
    .describe(
      'The id of a user: the end user, or the project owner for the type `admin`. Null for keys and the service.',
    ),
  actor_key_set_id: z
    .string()
    .nullable()
    .describe('The set of the API key that authenticated the call. Null for people and the service.'),
  target_id: z
    .string()
    .nullable()
    .describe('What the event is about: the id of a record, an endpoint or a limited act.'),
  team_id: z.string().nullable().describe('The team in which the event happened.'),
  permission_id: z.string().nullable().describe('The permission that was granted, revoked or defined.'),
  provider_id: z.string().nullable().describe('The sign-in provider whose account was connected or disconnected.'),
  reason: z
    .string()
    .nullable()
    .describe('Why the act was refused, why the service itself acted, or the new state of production mode.'),
  changed_fields: z
    .array(z.string())
    .nullable()
    .describe('The names of the changed fields. For their values see `changes` of a single event.'),
  request_id: z.string().nullable().describe('As in the header `x-stack-request-id` of the answer and in the log.'),
  client_address: z.string().nullable().describe('The IP address of the caller.'),
})

export const auditChange = z.object({
  field: z
    .string()
    .describe(
      'A setting of the project as in its update, such as `config.domains`, or a permission, such as `team_permission_definitions.editor`.',
    ),
  before: anyJson.optional().describe('Secrets are masked. Absent: the value was too large to be kept.'),
  after: anyJson.optional(),
})

export const auditEventWithChanges = auditEventRead.extend({
  changes: z
    .array(auditChange)
    .nullable()
    .describe(
      'The values before and after a change of project settings or a permission. Null for other events, and for all but the latest changes of the project.',
    ),
})

const filterText = nonEmptyText.and(textUpTo(AUDIT_FILTER_MAX_CODE_POINTS))
const auditEventQuery = z
  .strictObject({
    actor_type: z.enum(auditActorTypes, { error: `{path} must be one of: ${auditActorTypes.join(', ')}` }).optional(),
    actor_id: filterText.optional(),
    target_id: filterText.optional(),
    user_id: filterText.optional().describe('Only events that have this user as their actor or as their target.'),
    action: filterText.optional(),
    outcome: z.enum(auditOutcomes, { error: `{path} must be one of: ${auditOutcomes.join(', ')}` }).optional(),
    from_millis: queryMillis.optional().describe('Only events at or after this moment.'),
    until_millis: queryMillis.optional().describe('Only events before this moment.'),
    limit: z
      .string()
      .regex(/^[1-9]\d{0,8}$/, '{path} must be a positive integer')
      .transform(Number)
      .refine((limit) => limit <= AUDIT_PAGE_MAX, `{path} must be at most ${AUDIT_PAGE_MAX}`)
      .optional()
      .describe(
        `Size of the page, at most ${AUDIT_PAGE_MAX}. Default: ${AUDIT_PAGE_DEFAULT}. A page can have fewer events, even none: only a \`next_cursor\` of null marks the end.`,
      ),
    cursor: z
      .string()
      .max(256, '{path} must be at most 256 characters long')
      .optional()
      .describe('The `next_cursor` of the previous page.'),
  })
  .refine(({ from_millis: from, until_millis: until }) => from === undefined || until === undefined || from < until, {
    path: ['until_millis'],
    message: '{path} must be after from_millis',
  })

export const listAuditEvents = endpoint({
  method: 'GET',
  path: '/internal/audit-events',
  tag: 'Audit log',
  summary: 'Lists the audit log of the project page by page, newest first.',
  staffRight: 'read_log',
  access: adminAccess({ query: auditEventQuery, response: pageOf(auditEventRead) }),
  errors: [],
})

export const readAuditEvent = endpoint({
  method: 'GET',
  path: '/internal/audit-events/{id}',
  tag: 'Audit log',
  summary:
    'Reads one event of the audit log. Returns a plain 404 for an unknown id, also after the retention of the event.',
  params: z.object({ id: uuid }),
  staffRight: 'read_log',
  access: adminAccess({ query: noQuery, response: auditEventWithChanges }),
  errors: [],
})
