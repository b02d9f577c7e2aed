import { z } from 'zod'

import { adminAccess, anyAccess, endpoint } from './endpoint.ts'
import { JOB_SELECTION_MAX } from '../limits/constants.ts'
import { listOf, millis, noQuery, projectId, uuid } from './primitives.ts'
import { userFilter, userServerUpdate } from './users.ts'

/** What a job can do with each selected user. */
export const userJobTypes = [
  'suspend_users',
  'lift_suspensions',
  'end_sessions',
  'delete_users',
  'export_users',
] as const
export type UserJobType = (typeof userJobTypes)[number]

export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

export const exportFormats = ['json', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The columns of a CSV export, in the file's order. */
export const exportColumns = [
  'id',
  'display_name',
  'primary_email',
  'primary_email_verified',
  'sign_in_methods',
  'signed_up_at',
  'last_active_at',
  'is_anonymous',
  'is_suspended',
  'suspension_reason',
  'requires_totp_mfa',
  'second_factors',
  'country_code',
  'selected_team_id',
] as const
export type ExportColumn = (typeof exportColumns)[number]

const count = z.int().min(0)
const { restricted_by_admin_reason, restricted_by_admin_private_details, restricted_by_admin_until_millis } =
  userServerUpdate.shape
const suspension = {
  restricted_by_admin_reason,
  restricted_by_admin_private_details,
  restricted_by_admin_until_millis,
}
const suspensionFields = Object.keys(suspension) as (keyof typeof suspension)[]

export const jobFailure = z.object({
  user_id: uuid,
  reason: z.string().describe('A code of the error catalogue if there is one, otherwise a sentence.'),
})

export const jobRead = z.object({
  id: uuid.describe('The id of the job.'),
  type: z.enum(userJobTypes).describe('What the job does.'),
  state: z.enum(jobStates).describe('Whether the job waits, runs or has ended, and how.'),
  done: count.describe('The number of users that the job has handled, without the failed ones.'),
  failed: count.describe('The number of users that the job could not handle.'),
  total: count.nullable().describe('The number of selected users; null if it is not known.'),
  failures: z.array(jobFailure).describe('The first failures, at most 100.'),
  error: z.string().nullable().describe('Why the whole job failed.'),
  created_by_user_id: uuid
    .nullable()
    .describe('The project owner who created the job; null if it was created with a key.'),
  created_at_millis: millis.describe('When the job was created.'),
  started_at_millis: millis.nullable().describe('When the service started the job; null before.'),
  ended_at_millis: millis.nullable().describe('When the job ended; null before.'),
  result_expires_at_millis: millis
    .nullable()
    .describe('Until when the result of an export can be read; null without a result.'),
})

const jobCreate = z
  .strictObject({
    type: z.enum(userJobTypes, { error: `{path} must be one of: ${userJobTypes.join(', ')}` }),
    user_ids: z
      .array(uuid)
      .min(1, '{path} must not be empty')
      .max(JOB_SELECTION_MAX, `{path} must have at most ${JOB_SELECTION_MAX} entries`)
      .optional()
      .describe('The selected users. Either this or `filter`.'),
    filter: userFilter
      .optional()
      .describe(
        'Selects the users that GET /users lists with these filters. An empty object selects the users that it lists without one. Users who sign up after the creation of the job are not selected, nor are users who no longer match when the job reaches them.',
      ),
    ...suspension,
    format: z
      .enum(exportFormats, { error: `{path} must be one of: ${exportFormats.join(', ')}` })
      .optional()
      .describe('Of `export_users`. JSON has all fields of a user.'),
    columns: z
      .array(z.enum(exportColumns, { error: `{path} must be one of: ${exportColumns.join(', ')}` }))
      .min(1, '{path} must not be empty')
      .max(exportColumns.length, `{path} must have at most ${exportColumns.length} entries`)
      .optional()
      .describe(
        'Of an export as CSV. Default: all columns. `last_active_at` is empty for a user who has never been active.',
      ),
  })
  .superRefine((body, context) => {
    const refuse = (field: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [field], message })
    if ((body.user_ids === undefined) === (body.filter === undefined)) {
      refuse('user_ids', 'Either {path} or filter must be defined, not both')
    }
    const isExport = body.type === 'export_users'
    if (isExport && body.format === undefined) refuse('format', '{path} must be defined for export_users')
    if (!isExport && body.format !== undefined) refuse('format', '{path} belongs to export_users')
    if (body.columns !== undefined && body.format !== 'csv') refuse('columns', '{path} belongs to the format csv')
    for (const field of suspensionFields) {
      if (body.type !== 'suspend_users' && body[field] !== undefined) refuse(field, '{path} belongs to suspend_users')
    }
  })

const params = z.object({ id: uuid })

export const createJob = endpoint({
  method: 'POST',
  path: '/internal/jobs',
  tag: 'Jobs',
  summary:
    'Starts an act on many users in the background. Returns a plain 409 if the project has too many jobs that have not ended. An owner needs a recent sign-in if the project "internal" requires one.',
  status: 201,
  staffRight: 'move_users',
  access: adminAccess({ query: noQuery, body: jobCreate, response: jobRead }),
  isRateLimited: true,
  errors: ['PROJECT_NOT_FOUND', 'RECENT_SIGN_IN_REQUIRED'],
})

export const listJobs = endpoint({
  method: 'GET',
  path: '/internal/jobs',
  tag: 'Jobs',
  summary: 'Lists the newest 100 jobs of the project, newest first. A job is kept for 30 days after its end.',
  staffRight: 'move_users',
  access: adminAccess({ query: noQuery, response: listOf(jobRead) }),
  errors: [],
})

export const readJob = endpoint({
  method: 'GET',
  path: '/internal/jobs/{id}',
  tag: 'Jobs',
  summary: 'Reads a job with its progress. Returns a plain 404 for an unknown id.',
  params,
  staffRight: 'move_users',
  access: adminAccess({ query: noQuery, response: jobRead }),
  errors: [],
})

export const cancelJob = endpoint({
  method: 'POST',
  path: '/internal/jobs/{id}/cancel',
  tag: 'Jobs',
  summary:
    'Stops a job. What it has done stays done. A job that has ended stays as it is. Returns a plain 404 for an unknown id.',
  params,
  staffRight: 'move_users',
  access: adminAccess({ query: noQuery, response: jobRead }),
  errors: [],
})

export const jobResultPart = z.object({
  content: z.string().describe('The next part of the file.'),
  content_type: z.enum(['application/json', 'text/csv; charset=utf-8']),
  pagination: z.object({ next_cursor: z.string().nullable() }),
})

export const readJobResult = endpoint({
  method: 'GET',
  path: '/internal/jobs/{id}/result',
  tag: 'Jobs',
  summary:
    'Reads the file of an export, part by part. Returns a plain 404 without a result: before the end of the export and 24 hours after it, and for other jobs.',
  params,
  staffRight: 'move_users',
  access: adminAccess({
    query: z.strictObject({
      cursor: z
        .string()
        .regex(/^\d{1,9}$/, '{path} must be the next_cursor of the previous part')
        .transform(Number)
        .optional()
        .describe('The `next_cursor` of the previous part.'),
    }),
    response: jobResultPart,
  }),
  errors: [],
})

export const projectDeletionRead = z.object({
  project_id: projectId,
  display_name: z.string(),
  state: z.enum(['queued', 'running', 'done']),
  done: count.describe('The number of users whose records are removed.'),
  total: count.nullable().describe('The number of users at the deletion; null if it is not known.'),
  created_at_millis: millis,
  ended_at_millis: millis.nullable(),
})

export const listProjectDeletions = endpoint({
  method: 'GET',
  path: '/internal/projects/deletions',
  tag: 'Projects',
  summary:
    'Lists the deleted projects that the signed-in user of the project "internal" owned, with the progress of removing their records, newest first. They are listed for 30 days after the end.',
  user: 'signed_in',
  staffRight: null,
  access: anyAccess({ query: noQuery, response: listOf(projectDeletionRead) }),
  errors: ['EXPECTED_INTERNAL_PROJECT'],
})
