import { z } from 'zod'

import { adminAccess, endpoint } from './endpoint.ts'
import {
  IMPORT_FINDINGS_PAGE_DEFAULT,
  IMPORT_FINDINGS_PAGE_MAX,
  IMPORT_FILES_KEPT_HOURS,
  IMPORT_FILES_MAX_BYTES,
  IMPORT_FILE_NAME_MAX_CODE_POINTS,
  IMPORT_LINES_MAX,
  IMPORT_NAME_MAX_CODE_POINTS,
  IMPORT_OPTION_MAX_CODE_POINTS,
  IMPORT_PIECE_BYTES,
  IMPORT_PROBLEM_MAX_CODE_POINTS,
  IMPORT_REPORT_KEPT_DAYS,
  IMPORTS_LISTED_MAX,
  IMPORTS_WITH_FILES_MAX,
} from '../limits/constants.ts'
import { jobStates } from './jobs.ts'
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

/** Why a record was not imported, or what of it was left out. Clients translate them. */
export const importReasonCodes = [
  'unreadable',
  'invalid',
  'not_importable',
  // The user or the team was left out.
  'id_taken',
  'address_taken',
  'account_taken',
  'team_id_taken',
  'same_user',
  'same_team',
  'same_membership',
  'same_permission',
  'same_definition',
  'unknown_team',
  'unknown_user',
  'undefined_team_permission',
  'undefined_project_permission',
  'defined_for_team',
  'defined_for_project',
  'defined_otherwise',
  // A part of the user was left out.
  'password_left_out',
  'code_left_out',
  'account_left_out',
  'passkey_taken',
  'passkey_domain',
  'passkey_id',
  // The user breaks a rule.
  'no_way_in',
  'address_twice',
  'two_primary_addresses',
  'provider_twice',
  'anonymous_with_method',
] as const
/** Why an import did not take over a line or a part of it, for programs. */
export type ImportReasonCode = (typeof importReasonCodes)[number]

/** Why the files of an import cannot be read. Clients translate them. */
export const importErrorCodes = [
  'unreadable',
  'missing_file',
  'missing_option',
  'wrong_file',
  'empty_file',
  'too_large',
  'too_many_unreadable',
  'files_deleted',
  'secret_unreadable',
  'service_failed',
  'given_up',
] as const
/** Why the files of an import cannot be read, for programs. */
export type ImportErrorCode = (typeof importErrorCodes)[number]

const count = z.int().min(0)

/** A cursor has the name of a file in base64url. */
const IMPORT_CURSOR_MAX_CHARACTERS = 2_048

export const importRead = z.object({
  id: uuid.describe('The id of the import, for the other calls.'),
  source: z.enum(importSources).describe('The system that the users come from.'),
  name: z.string().nullable().describe('The name that the caller has given; null without one.'),
  state: z
    .enum(importStates)
    .describe(
      '`open` takes records. `running`: an undo has begun. A run that was interrupted stays open and can be continued.',
    ),
  is_dry_run: z.boolean().describe('Whether the import changes no user.'),
  counts: z.object({
    created: count.describe('Records that the import has created.'),
    already_imported: count.describe('Records that an earlier run, or an earlier line of this run, has imported.'),
    refused: count.describe('Records that the service did not accept.'),
    duplicate: count.describe('Records that duplicate an earlier one.'),
    unreadable: count.describe('Lines that are not records.'),
  }),
  users: count.describe('The users among the created records.'),
  affected: z
    .object({
      lost_password: count.describe('Users whose password cannot move.'),
      lost_second_factor: count.describe('Users whose second factor cannot move.'),
      lost_passkeys: count.describe('Users with passkeys, which cannot move.'),
      lost_provider_accounts: count.describe('Users with accounts at providers that cannot move.'),
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
  job: z
    .object({
      state: z
        .enum(jobStates)
        .describe('`failed`: the files cannot be read. Start the import again with other files or options.'),
      bytes_read: count.describe('How much of the files has been read. Not every byte becomes a record at once.'),
      bytes_total: count.describe('The size of the files in bytes.'),
      error: z
        .string()
        .nullable()
        .describe('Why the files cannot be read, in English. The import stays open and can be started again.'),
      error_code: z
        .enum(importErrorCodes)
        .nullable()
        .describe('The same for programs; null without an error, and for a failure of an earlier version.'),
    })
    .nullable()
    .describe('The reading of the uploaded files; null if the caller sends the records, and 30 days after its end.'),
  files_expire_at_millis: millis.nullable().describe('When the uploaded files are deleted; null without files.'),
  created_at_millis: millis.describe('When the import was started.'),
  ended_at_millis: millis.nullable().describe('When the import ended; null while it is open.'),
})

export const importedLine = z.object({
  file: z.string().describe('The name of the file; empty if the call has named none.'),
  line: count.describe('The number of the line in the file.'),
  outcome: z
    .enum(importOutcomes)
    .describe('Whether the record was created, was imported before, was refused, or is a duplicate.'),
  message: z.string().optional().describe('Why the record was not imported, or what of a created record was left out.'),
  user_id: uuid.optional().describe('The user of a record whose kind is user, except in a dry run.'),
})

export const importFinding = z.object({
  file: z.string().describe('The name of the file, or of the list in an API; empty if the caller has named none.'),
  line: count.describe('Several records can have the same line. 0: the record has none, as one of an API.'),
  outcome: z
    .enum(importFindingOutcomes)
    .describe('`created`: the record was imported without a part of it, which the message names.'),
  kind: z.enum(movedRecordKinds).nullable().describe('The kind of the record; null if it could not be read.'),
  source_id: z.string().nullable().describe('The id in the source, if the record has one.'),
  message: z.string().describe('The reasons in English.'),
  reasons: z
    .array(
      z.object({
        code: z
          .enum(importReasonCodes)
          .describe('`unreadable` and `invalid` have the sentence of the reader or the check as value.'),
        value: z.string().nullable().describe('What the code is about, such as an address or a permission.'),
        line: z
          .object({ number: count, file: z.string().nullable().describe('Null: the file of the finding.') })
          .nullable()
          .describe('The line that has the same.'),
      }),
    )
    .describe('The reasons for programs. Empty for a finding of an earlier version.'),
})

const position = {
  file: textUpTo(IMPORT_FILE_NAME_MAX_CODE_POINTS)
    .optional()
    .describe('The name of the file, for the report. Default: empty.'),
  line: z
    .int()
    .min(0)
    .max(2_147_483_647)
    .describe('The number of the line in the file, for the report. 0: the record has none, as one of an API.'),
}

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
  staffRight: 'move_users',
  access: adminAccess({ query: noQuery, body: importCreate, response: importRead }),
  isRateLimited: true,
  errors: ['RECENT_SIGN_IN_REQUIRED'],
})

export const listImports = endpoint({
  method: 'GET',
  path: '/internal/imports',
  tag: 'Imports',
  summary: `Lists the newest ${IMPORTS_LISTED_MAX} import runs of the project, newest first.`,
  staffRight: 'move_users',
  access: adminAccess({ query: noQuery, response: listOf(importRead) }),
  errors: [],
})

export const readImport = endpoint({
  method: 'GET',
  path: '/internal/imports/{id}',
  tag: 'Imports',
  summary: 'Reads an import run. Returns a plain 404 for an unknown id.',
  params,
  staffRight: 'move_users',
  access: adminAccess({ query: noQuery, response: importRead }),
  errors: [],
})

export const importRecords = endpoint({
  method: 'POST',
  path: '/internal/imports/{id}/records',
  tag: 'Imports',
  summary:
    'Imports records in one transaction: all created ones or, after an error, none. A repeated call imports nothing twice. A record can refer only to earlier records. Sends no mails and no webhooks. Returns a plain 404 for an unknown id, and a plain 409 for a run that has ended.',
  params,
  mayCarryRecords: true,
  staffRight: 'move_users',
  access: adminAccess({
    query: noQuery,
    body: linesOf(
      z.strictObject({
        ...position,
        record: z
          .record(z.string(), z.unknown())
          .describe('A record of the format in which users move. A record that does not match is refused alone.'),
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
    'Adds lines that could not be read to the report of a run. Returns a plain 404 for an unknown id, and a plain 409 for a run that has ended.',
  params,
  staffRight: 'move_users',
  access: adminAccess({
    query: noQuery,
    body: linesOf(
      z.strictObject({
        ...position,
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
  summary: 'Ends a run. A run that has ended stays as it is. Returns a plain 404 for an unknown id.',
  params,
  staffRight: 'move_users',
  access: adminAccess({ query: noQuery, response: importRead }),
  errors: [],
})

export const listImportFindings = endpoint({
  method: 'GET',
  path: '/internal/imports/{id}/findings',
  tag: 'Imports',
  summary: `Lists the lines of a run that were refused, duplicate or unreadable, or imported in part, by file and line. They are kept for ${IMPORT_REPORT_KEPT_DAYS} days. Returns a plain 404 for an unknown id.`,
  params,
  staffRight: 'move_users',
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
        .max(IMPORT_CURSOR_MAX_CHARACTERS, `{path} must be at most ${IMPORT_CURSOR_MAX_CHARACTERS} characters long`)
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
    'Removes users of a run who have not signed in since, and then its teams without members, a part with each call. Repeat the call until `state` is `undone`. The first call ends an open run. Returns a plain 404 for an unknown id, and a plain 409 for a dry run.',
  params,
  staffRight: 'move_users',
  access: adminAccess({ query: noQuery, response: importRead }),
  errors: ['RECENT_SIGN_IN_REQUIRED'],
})

const sourceFile = z.object({
  name: z.string().describe('The name for uploads and options.'),
  is_required: z.boolean().describe('Whether an import needs it.'),
  description: z.string().describe('What it is and how to get it.'),
})

export const importSourceRead = z.object({
  id: z.enum(importSources).describe('The id of the system, for a new import.'),
  title: z.string().describe('The name of the product.'),
  files: z.array(sourceFile),
  options: z.array(sourceFile.extend({ is_secret: z.boolean() })),
})

const fileName = z.string().regex(/^[a-z_]{1,32}$/, '{path} must be the name of a file of the source')
const fileParams = params.extend({ name: fileName })

export const importPieceRead = z.object({
  index: count,
  bytes: count,
  sha256: z.string().describe('The digest of the piece, in hexadecimal.'),
})

export const importFileRead = z.object({
  name: z.string().describe('The name by which the source declares the file.'),
  bytes: count.describe('The sum of the pieces that have been uploaded.'),
  pieces: z.array(importPieceRead),
})

export const listImportSources = endpoint({
  method: 'GET',
  path: '/internal/import-sources',
  tag: 'Imports',
  summary: 'Lists the systems whose exports the service can read, with the files and options of each.',
  staffRight: 'move_users',
  access: adminAccess({ query: noQuery, response: listOf(importSourceRead) }),
  errors: [],
})

export const uploadImportPiece = endpoint({
  method: 'PUT',
  path: '/internal/imports/{id}/files/{name}/pieces/{index}',
  tag: 'Imports',
  summary: `Uploads a piece of a file, which the source declares. Each piece has ${IMPORT_PIECE_BYTES} bytes, except the last one. A repeated call with the same bytes changes nothing. Returns a plain 409 for other bytes, for an import that has ended or is being read, and for a project with files of ${IMPORTS_WITH_FILES_MAX} other imports, and a plain 413 if the files of the import exceed ${IMPORT_FILES_MAX_BYTES} bytes. The files are deleted at the end of the import, or ${IMPORT_FILES_KEPT_HOURS} hours after the last upload or start. Returns a plain 404 for an unknown id or file.`,
  params: fileParams.extend({
    index: z
      .string()
      .regex(/^\d{1,3}$/, '{path} must be a number from 0 to 999')
      .transform(Number)
      .describe('Counts from 0.'),
  }),
  takesBytes: IMPORT_PIECE_BYTES,
  staffRight: 'move_users',
  access: adminAccess({ query: noQuery, response: importPieceRead }),
  isRateLimited: true,
  errors: [],
})

export const listImportFiles = endpoint({
  method: 'GET',
  path: '/internal/imports/{id}/files',
  tag: 'Imports',
  summary:
    'Lists the pieces that have been uploaded, so that an interrupted upload can continue. Returns a plain 404 for an unknown id.',
  params,
  staffRight: 'move_users',
  access: adminAccess({ query: noQuery, response: listOf(importFileRead) }),
  errors: [],
})

export const deleteImportFile = endpoint({
  method: 'DELETE',
  path: '/internal/imports/{id}/files/{name}',
  tag: 'Imports',
  summary:
    'Deletes a file, so that another one can be uploaded. Returns a plain 404 for an unknown id, and a plain 409 for an import that has ended or is being read.',
  status: 204,
  params: fileParams,
  staffRight: 'move_users',
  access: adminAccess({ query: noQuery, response: 'empty' }),
  errors: [],
})

export const startImport = endpoint({
  method: 'POST',
  path: '/internal/imports/{id}/start',
  tag: 'Imports',
  summary:
    'Reads the uploaded files in the background and imports their records. Returns a plain 400 for missing or unknown files and options, a plain 404 for an unknown id, and a plain 409 for an incomplete file, for an import that has ended or is being read, and for a project with too many jobs. An owner needs a recent sign-in if the project "internal" requires one.',
  params,
  staffRight: 'move_users',
  access: adminAccess({
    query: noQuery,
    body: z.strictObject({
      files: z
        .record(fileName, z.int().min(1))
        .optional()
        .describe('The sizes of the uploaded files in bytes, by name, so that an incomplete file is not read.'),
      options: z
        .record(fileName, textUpTo(IMPORT_OPTION_MAX_CODE_POINTS))
        .optional()
        .describe('By name. They are sealed in the database and deleted together with the files. Default: none.'),
      files_from: uuid
        .optional()
        .describe(
          'Takes over the files of another import of the same source that has ended, such as a dry run, and its options unless `options` is defined.',
        ),
    }),
    response: importRead,
  }),
  isRateLimited: true,
  errors: ['RECENT_SIGN_IN_REQUIRED'],
})

export const cancelImport = endpoint({
  method: 'POST',
  path: '/internal/imports/{id}/cancel',
  tag: 'Imports',
  summary:
    'Ends an import and deletes its files. What it has imported stays; the undo removes it. An import that has ended stays as it is, without its files. Returns a plain 404 for an unknown id.',
  params,
  staffRight: 'move_users',
  access: adminAccess({ query: noQuery, response: importRead }),
  errors: [],
})
