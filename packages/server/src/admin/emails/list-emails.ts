import {
  canonicalEmail,
  isStrictEmail,
  SENT_EMAIL_PAGE_DEFAULT,
  type MailType,
  type SentEmailState,
} from '@portico/contract'

import { readExaminedPage } from '../../api/examined-page.ts'
import { decodeCursor, encodeCursor, parseCursor } from '../../api/list-cursor.ts'
import { readTerm } from '../../api/list-search.ts'
import type { Call } from '../../kernel/call.ts'
import type { ProjectDatabase } from '../../kernel/database.ts'
import { preferOrderedIndexes } from '../../platform/db/sweep.ts'
import type { ListedEmail } from '../../records/mails/mail.ts'
import type { CreationPosition } from '../../records/queries/bounded-list.ts'
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

/**
 * Lists the mails of the project, newest first. A whole address finds its mails, or, without any, the addresses that contain it. A page
 * ends early if few of many mails match.
 */
export async function listEmails({ db }: Call, wanted: WantedEmails): Promise<EmailPage> {
  const { cursor, limit = SENT_EMAIL_PAGE_DEFAULT, state = null, type = null } = wanted
  const term = readTerm(wanted.query?.trim() ?? '')
  const scope = ['emails', db.projectId, term, state, type]
  const scopeOfAddress = ['emails to an address', ...scope.slice(1)]
  const address = term === null ? null : canonicalEmail(term)
  const recipient = address !== null && isStrictEmail(address) ? address : null
  // The cursor decides between the two lists, because an address may get its first mail or lose its last one between two pages.
  const ofAddress = cursor === undefined ? null : parseCursor(scopeOfAddress, cursor)
  if (recipient !== null && (cursor === undefined || ofAddress !== null)) {
    const filter = { recipient, term: null, state, type }
    const page = await readEmails(db, filter, scopeOfAddress, { start: ofAddress, limit })
    const isFound = ofAddress !== null || page.emails.length > 0 || page.nextCursor !== null
    // The other filters do not decide whether the text is an address or part of one.
    if (isFound || ((state ?? type) !== null && (await hasMails(db, recipient)))) return page
  }
  const start = cursor === undefined ? null : decodeCursor(scope, cursor)
  return readEmails(db, { recipient: null, term, state, type }, scope, { start, limit })
}

async function hasMails(db: ProjectDatabase, recipient: string): Promise<boolean> {
  const { items } = await readPage(db, { recipient, term: null, state: null, type: null }, newestMail, 1)
  return items.length > 0
}

async function readEmails(
  db: ProjectDatabase,
  filter: MailFilter,
  scope: readonly (string | null)[],
  { limit, start }: { readonly start: CreationPosition | null; readonly limit: number },
): Promise<EmailPage> {
  const [id] = start?.ids ?? []
  const from = start === null || id === undefined ? newestMail : { queuedAtMicros: start.createdAtMicros, id }
  const { items, next } = await readPage(db, filter, from, limit)
  const nextCursor = next && encodeCursor(scope, { createdAtMicros: next.queuedAtMicros, ids: [next.id] })
  return { emails: items, nextCursor }
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
