import { z } from 'zod'

import { adminAccess, endpoint } from './endpoint.ts'
import {
  IMPORT_FINDINGS_PAGE_DEFAULT,
  IMPORT_FINDINGS_PAGE_MAX,
  IMPORT_LINES_MAX,
  IMPORT_NAME_MAX_CODE_POINTS,
  IMPORT_PROBLEM_MAX_CODE_POINTS,
  IMPORTS_LISTED_MAX,
} from './limits/constants.ts'
import { movedRecordKinds } from './moved-records.ts'
import { listOf, millis, noQuery, textUpTo, uuid } from './primitives.ts'

/** The systems that users are imported from. */
export const importSources = [
  'auth0',
  'clerk',
  'firebase',
  'supabase',
  'cognito',
  'keycloak',
  'better-auth',
  'authjs',
  'stack-auth',
  'portico',
] as const
export type ImportSource = (typeof importSources)[number]

export const importStates = ['open', 'running', 'done', 'undone'] as const
export type ImportState = (typeof importStates)[number]

/** What an import did with a record. A dry run says what it would do. */
export const importOutcomes = ['created', 'already_imported', 'refused', 'duplicate'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

export const importFindingOutcomes = [...importOutcomes, 'unreadable'] as const
export type ImportFindingOutcome = (typeof importFindingOutcomes)[number]

const count = z.int().min(0)

export const importRead = z.object({
  id: uuid,
  source: z.enum(importSources),
  name: z.string().nullable(),
  state: z
    .enum(importStates)
    .describe(
      '`open` takes records. `running`: an undo has begun. A run that was interrupted stays open and can be continued.',
    ),
  is_dry_run: z.boolean(),
  counts: z.object({
    created: count,
    already_imported: count.describe('Records that an earlier run, or an earlier line of this run, has imported.'),
    refused: count,
    duplicate: count,
    unreadable: count,
  }),
  users: count.describe('The users among the created records.'),
  affected: z
    .object({
      lost_password: count,
      lost_second_factor: count,
      lost_passkeys: count,
      lost_provider_accounts: count,
    })
    .describe('Created users with something in the source that cannot move.'),
  hash_formats: z.record(z.string(), count).describe('The formats of the imported password hashes.'),
  undo: z
    .object({
      removed: count.describe('Users that the undo has removed.'),
      kept: count.describe('Users who have signed in since the import. The undo keeps them.'),
    })
    .nullable()
    .describe('Null before an undo.'),
  created_at_millis: millis,
  ended_at_millis: millis.nullable(),
})

export const importedLine = z.object({
  line: z.int().min(1),
  outcome: z.enum(importOutcomes),
  message: z.string().optional().describe('Why the record was not imported, or what of a created record was left out.'),
  user_id: uuid.optional().describe('The user of a record of the kind user, except in a dry run.'),
})

export const importFinding = z.object({
  line: z.int().min(1),
  outcome: z
    .enum(importFindingOutcomes)
    .describe('`created`: the record was imported without a part of it, which the message names.'),
  kind: z.enum(movedRecordKinds).nullable(),
  source_id: z.string().nullable(),
  message: z.string(),
})

const lineNumber = z.int().min(1).max(2_147_483_647)

const importCreate = z.strictObject({
  source: z.enum(importSources, { error: `{path} must be one of: ${importSources.join(', ')}` }),
  name: textUpTo(IMPORT_NAME_MAX_CODE_POINTS).nullable().optional().describe('Such as the name of the file.'),
  is_dry_run: z.boolean().describe('A dry run changes no user. It finds what an import would find.'),
})

function linesOf<Line extends z.ZodType>(line: Line) {
  return z.strictObject({
    lines: z
      .array(line)
      .min(1, '{path} must not be empty')
      .max(IMPORT_LINES_MAX, `{path} must have at most ${IMPORT_LINES_MAX} entries`),
  })
}

const params = z.object({ id: uuid })

export const createImport = endpoint({
  method: 'POST',
  path: '/internal/imports',
  tag: 'Imports',
  summary:
    'Starts an import of users and teams from another system. An owner needs a recent sign-in if the project "internal" requires one.',
  status: 201,
  access: adminAccess({ query: noQuery, body: importCreate, response: importRead }),
  isRateLimited: true,
  errors: ['RECENT_SIGN_IN_REQUIRED'],
})

export const listImports = endpoint({
  method: 'GET',
  path: '/internal/imports',
  tag: 'Imports',
  summary: `Lists the newest ${IMPORTS_LISTED_MAX} import runs of the project, newest first.`,
  access: adminAccess({ query: noQuery, response: listOf(importRead) }),
  errors: [],
})

export const readImport = endpoint({
  method: 'GET',
  path: '/internal/imports/{id}',
  tag: 'Imports',
  summary: 'Reads an import run. A plain 404 answers an unknown id.',
  params,
  access: adminAccess({ query: noQuery, response: importRead }),
  errors: [],
})

export const importRecords = endpoint({
  method: 'POST',
  path: '/internal/imports/{id}/records',
  tag: 'Imports',
  summary:
    'Imports records in one transaction: all created ones or, after an error, none. A repeated call imports nothing twice. A record can name records before it only. No mail is sent and no webhook. A plain 404 answers an unknown id, a plain 409 a run that has ended.',
  params,
  mayCarryRecords: true,
  access: adminAccess({
    query: noQuery,
    body: linesOf(
      z.strictObject({
        line: lineNumber.describe('The number of the line in the file, for the report.'),
        record: z
          .record(z.string(), z.unknown())
          .describe('A record of the format in which users move. One that does not match is refused alone.'),
      }),
    ),
    response: z.object({ outcomes: z.array(importedLine), run: importRead }),
  }),
  errors: ['PROJECT_NOT_FOUND'],
})

export const addImportProblems = endpoint({
  method: 'POST',
  path: '/internal/imports/{id}/problems',
  tag: 'Imports',
  summary:
    'Adds lines that could not be read to the report of a run. A plain 404 answers an unknown id, a plain 409 a run that has ended.',
  params,
  access: adminAccess({
    query: noQuery,
    body: linesOf(
      z.strictObject({
        line: lineNumber,
        problem: textUpTo(IMPORT_PROBLEM_MAX_CODE_POINTS).min(1, '{path} must not be empty'),
      }),
    ),
    response: importRead,
  }),
  errors: [],
})

export const finishImport = endpoint({
  method: 'POST',
  path: '/internal/imports/{id}/finish',
  tag: 'Imports',
  summary: 'Ends a run. A run that has ended stays as it is. A plain 404 answers an unknown id.',
  params,
  access: adminAccess({ query: noQuery, response: importRead }),
  errors: [],
})

export const listImportFindings = endpoint({
  method: 'GET',
  path: '/internal/imports/{id}/findings',
  tag: 'Imports',
  summary:
    'Lists the lines of a run that were refused, duplicate or unreadable, or imported in part, in the order of the file. A plain 404 answers an unknown id.',
  params,
  access: adminAccess({
    query: z.strictObject({
      limit: z
        .string()
        .regex(/^[1-9]\d{0,3}$/, `{path} must be from 1 to ${IMPORT_FINDINGS_PAGE_MAX}`)
        .transform(Number)
        .refine((limit) => limit <= IMPORT_FINDINGS_PAGE_MAX, `{path} must be from 1 to ${IMPORT_FINDINGS_PAGE_MAX}`)
        .optional()
        .describe(`Size of the page, at most ${IMPORT_FINDINGS_PAGE_MAX}. Default: ${IMPORT_FINDINGS_PAGE_DEFAULT}.`),
      cursor: z
        .string()
        .regex(/^\d{1,10}$/, '{path} must be the next_cursor of the previous page')
        .transform(Number)
        .optional()
        .describe('The `next_cursor` of the previous page.'),
    }),
    response: z.object({
      items: z.array(importFinding),
      pagination: z.object({ next_cursor: z.string().nullable() }),
    }),
  }),
  errors: [],
})

export const undoImport = endpoint({
  method: 'POST',
  path: '/internal/imports/{id}/undo',
  tag: 'Imports',
  summary:
    'Removes users of a run who have not signed in since, and then its teams without members, a part with each call. Repeat the call until `state` is `undone`. The first call ends an open run. A plain 404 answers an unknown id, a plain 409 a dry run.',
  params,
  access: adminAccess({ query: noQuery, response: importRead }),
  errors: ['RECENT_SIGN_IN_REQUIRED'],
})
