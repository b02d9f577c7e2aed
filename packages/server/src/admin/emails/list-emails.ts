import { SENT_EMAIL_PAGE_DEFAULT } from '@portico/contract'

import { decodeCursor, encodeCursor } from '../../api/list-cursor.ts'
import type { ListQuery } from '../../api/list-page.ts'
import type { Call } from '../../kernel/call.ts'
import { preferOrderedIndexes } from '../../platform/db/sweep.ts'
import type { ListedEmail } from '../../records/mails/mail.ts'
import { listEmailsFrom } from '../../records/mails/store.ts'

export interface EmailPage {
  readonly emails: readonly ListedEmail[]
  readonly nextCursor: string | null
}

/** Lists the mails of the project, newest first. */
export async function listEmails(
  { db }: Call,
  { limit = SENT_EMAIL_PAGE_DEFAULT, cursor }: ListQuery,
): Promise<EmailPage> {
  const scope = ['emails', db.projectId]
  const start = cursor === undefined ? null : decodeCursor(scope, cursor)
  const { listed } = await db.batch({
    planning: preferOrderedIndexes(db.projectId),
    listed: listEmailsFrom(db.projectId, start, limit + 1),
  })
  const next = listed[limit]
  return {
    emails: listed.slice(0, limit),
    nextCursor: next ? encodeCursor(scope, { createdAtMicros: next.queuedAtMicros, ids: [next.id] }) : null,
  }
}
