import {
  canonicalEmail,
  isStrictEmail,
  SENT_EMAIL_PAGE_DEFAULT,
  type MailType,
  type SentEmailState,
} from '@portico/contract'

import { readExaminedPage } from '../../api/examined-page.ts'
import { decodeCursor, encodeCursor } from '../../api/list-cursor.ts'
import type { Call } from '../../kernel/call.ts'
import type { ProjectDatabase } from '../../kernel/database.ts'
import { preferOrderedIndexes } from '../../platform/db/sweep.ts'
import type { ListedEmail } from '../../records/mails/mail.ts'
import {
  examineMails,
  isIndexedMailFilter,
  newestMail,
  type MailFilter,
  type MailPosition,
} from '../../records/queries/mail-list.ts'

export interface WantedEmails {
  readonly query?: string | undefined
  readonly state?: SentEmailState | undefined
  readonly type?: MailType | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

export interface EmailPage {
  readonly emails: readonly ListedEmail[]
  readonly nextCursor: string | null
}

/** Marks the cursor of a list of the mails to one address. */
const OF_ADDRESS = 'address'

/**
 * Lists the mails of the project, newest first. A whole address finds its mails, or, without any, the addresses that contain it. A page
 * ends early if few of many mails match.
 */
export async function listEmails({ db }: Call, wanted: WantedEmails): Promise<EmailPage> {
  const { cursor, limit = SENT_EMAIL_PAGE_DEFAULT, state = null, type = null } = wanted
  const term = wanted.query?.trim() || null
  const scope = ['emails', db.projectId, term, state, type]
  const { createdAtMicros, ids } =
    cursor === undefined ? { createdAtMicros: null, ids: [] } : decodeCursor(scope, cursor)
  const [id, mode] = ids
  const start = createdAtMicros === null || id === undefined ? newestMail : { queuedAtMicros: createdAtMicros, id }
  const address = term === null ? null : canonicalEmail(term)
  const recipient = address !== null && isStrictEmail(address) ? address : null
  if (recipient !== null && (cursor === undefined || mode === OF_ADDRESS)) {
    const { items, next } = await readPage(db, { recipient, term: null, state, type }, start, limit)
    const nextCursor = next && encodeCursor(scope, { createdAtMicros: next.queuedAtMicros, ids: [next.id, OF_ADDRESS] })
    if (items.length > 0 || next !== null) return { emails: items, nextCursor }
  }
  const { items, next } = await readPage(db, { recipient: null, term, state, type }, start, limit)
  return {
    emails: items,
    nextCursor: next && encodeCursor(scope, { createdAtMicros: next.queuedAtMicros, ids: [next.id] }),
  }
}

function readPage(
  db: ProjectDatabase,
  filter: MailFilter,
  start: MailPosition,
  limit: number,
): Promise<{ readonly items: readonly ListedEmail[]; readonly next: MailPosition | null }> {
  return readExaminedPage<ListedEmail, MailPosition>(
    { start, limit, isIndexed: isIndexedMailFilter(filter) },
    async (window) => {
      const { read } = await db.batch({
        planning: preferOrderedIndexes(db.projectId),
        read: examineMails(db.projectId, filter, window),
      })
      return read
    },
  )
}
