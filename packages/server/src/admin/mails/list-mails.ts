import {
  canonicalEmail,
  isStrictEmail,
  SENT_EMAIL_PAGE_DEFAULT,
  type MailType,
  type SentEmailState,
} from '@portico/contract'

import type { Call } from '../../kernel/call.ts'
import type { ProjectDatabase } from '../../kernel/database.ts'
import { parseCursor } from '../../platform/lists/list-cursor.ts'
import { readList, readPage, scopeOf, type ListPage, type ListQuery } from '../../platform/lists/read-list.ts'
import { readTerm } from '../../platform/lists/search.ts'
import type { ListedMail } from '../../records/mails/mail.ts'
import { mailsOf } from '../../records/queries/mails/mail-list.ts'

interface WantedMails extends ListQuery {
  readonly query?: string | undefined
  readonly state?: SentEmailState | undefined
  readonly type?: MailType | undefined
}

/**
 * Lists the mails of the project, newest first. A complete address finds its mails or, if it has none, those to
 * addresses that contain it.
 */
export async function listMails({ db }: Call, wanted: WantedMails): Promise<ListPage<ListedMail>> {
  const { cursor, limit = SENT_EMAIL_PAGE_DEFAULT, state = null, type = null } = wanted
  const term = readTerm(wanted.query?.trim() ?? '')
  const address = term === null ? null : canonicalEmail(term)
  const recipient = address !== null && isStrictEmail(address) ? address : null
  if (recipient !== null) {
    const toAddress = mailsOf(db.projectId, { recipient, term: null, state, type })
    // The cursor decides between the two lists, because an address may get its first mail or lose its last one between
    // two pages.
    const isContinued = cursor !== undefined && parseCursor(scopeOf(toAddress), cursor) !== null
    if (cursor === undefined || isContinued) {
      const page = await readList(db, toAddress, { limit, cursor })
      const isFound = isContinued || page.items.length > 0 || page.nextCursor !== null
      // The other filters do not decide whether the text is an address or part of one.
      if (isFound || ((state ?? type) !== null && (await hasMails(db, recipient)))) return page
    }
  }
  return readList(db, mailsOf(db.projectId, { recipient: null, term, state, type }), { limit, cursor })
}

async function hasMails(db: ProjectDatabase, recipient: string): Promise<boolean> {
  const all = mailsOf(db.projectId, { recipient, term: null, state: null, type: null })
  const { items } = await readPage(db, all, { start: null, limit: 1 })
  return items.length > 0
}
