import type { ImportRead } from '@portico/contract'

import type { ImportRun } from './run.ts'

export function presentImport(run: ImportRun): ImportRead {
  return {
    id: run.id,
    source: run.source,
    name: run.name,
    state: run.state,
    is_dry_run: run.isDryRun,
    counts: {
      created: run.created,
      already_imported: run.alreadyImported,
      refused: run.refused,
      duplicate: run.duplicate,
      unreadable: run.unreadable,
    },
    users: run.users,
    affected: {
      lost_password: run.lostPassword,
      lost_second_factor: run.lostSecondFactor,
      lost_passkeys: run.lostPasskeys,
      lost_provider_accounts: run.lostProviderAccounts,
    },
    hash_formats: { ...run.hashFormats },
    undo: run.removed === null ? null : { removed: run.removed, kept: run.kept ?? 0 },
    created_at_millis: run.createdAt.getTime(),
    ended_at_millis: run.endedAt?.getTime() ?? null,
  }
}
