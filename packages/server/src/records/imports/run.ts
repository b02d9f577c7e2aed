import type { ImportSource, ImportState } from '@portico/contract'

import { column, columns, type RowOf } from '../../kernel/columns.ts'

export const importRunColumns = columns({
  id: column<string>('id'),
  source: column<ImportSource>('source'),
  name: column<string | null>('name'),
  state: column<ImportState>('state'),
  isDryRun: column<boolean>('is_dry_run'),
  created: column<number>('created'),
  alreadyImported: column<number>('already_imported'),
  refused: column<number>('refused'),
  duplicate: column<number>('duplicate'),
  unreadable: column<number>('unreadable'),
  /** The users among the created records. */
  users: column<number>('users'),
  lostPassword: column<number>('lost_password'),
  lostSecondFactor: column<number>('lost_second_factor'),
  lostPasskeys: column<number>('lost_passkeys'),
  lostProviderAccounts: column<number>('lost_provider_accounts'),
  hashFormats: column<Readonly<Record<string, number>>>('hash_formats'),
  /** Users that the undo has removed; null before an undo. */
  removed: column<number | null>('removed'),
  /** Users that the undo has kept; null before an undo. */
  kept: column<number | null>('kept'),
  /** The last user whom the undo has handled. */
  undoPosition: column<string | null>('undo_position'),
  /** The job that reads the files; null if the caller sends the records. */
  jobId: column<string | null>('job_id'),
  /** The sum of the files in bytes. */
  filesSize: column<number>('files_size'),
  /** When the files are deleted; null without files. */
  filesExpireAt: column<Date | null>('files_expire_at'),
  createdAt: column<Date>('created_at'),
  endedAt: column<Date | null>('ended_at'),
})

/** An import of users and teams from another system. */
export type ImportRun = RowOf<typeof importRunColumns>

/** The counters that a batch adds to. */
export type ImportCounts = Pick<
  ImportRun,
  | 'created'
  | 'alreadyImported'
  | 'refused'
  | 'duplicate'
  | 'unreadable'
  | 'users'
  | 'lostPassword'
  | 'lostSecondFactor'
  | 'lostPasskeys'
  | 'lostProviderAccounts'
  | 'hashFormats'
>
