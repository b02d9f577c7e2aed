import { allRows, firstRow, noResult, type Statement, unscoped } from '../kernel/statement.ts'
import { column, columns, type RowOf } from '../kernel/columns.ts'

const mailColumns = columns({
  id: column<number>('id'),
  recipient: column<string>('recipient'),
  sender: column<string>('sender'),
  subject: column<string>('subject'),
  html: column<string>('html'),
  text: column<string>('text'),
  receivedAt: column<Date>('received_at'),
})

const entryColumns = mailColumns.only('id', 'recipient', 'sender', 'subject', 'receivedAt')

export type InboxMail = RowOf<typeof mailColumns>

/** A mail without its bodies, for lists. */
export type InboxEntry = RowOf<typeof entryColumns>

// The inbox shows the mails of all projects to the developer, so only writes are restricted to a project.

/** Old mails are deleted in batches of this size. Deleting one per insert would cost as much as the insert. */
const CLEARED_AT_ONCE = 50
/**
 * The range of ids that a deletion covers (platform/db/README.md, "Plans" 7). It is larger than one batch, because a
 * mail that is delivered twice leaves a gap in the ids, which can skip a deletion.
 */
const CLEARED_WITHIN = 500

/** Inserts a mail and deletes old ones. A mail that is delivered twice is inserted once. */
export function insertMail(
  projectId: string,
  mail: Omit<InboxMail, 'id'> & { mailId: string },
  kept: number,
): Statement<void> {
  return unscoped.statement`
    with project as materialized (
      select id from projects where id = ${projectId} for key share
    ), inserted as (
      insert into dev_inbox (project_id, email_id, recipient, sender, subject, html, text, received_at)
      select id, ${mail.mailId}::uuid, ${mail.recipient}, ${mail.sender}, ${mail.subject}, ${mail.html},
        ${mail.text}, ${mail.receivedAt}::timestamptz
      from (select id from project union all select project_id from project_cells where project_id = ${projectId}) present
      on conflict (project_id, email_id) do nothing
      returning id
    )
    delete from dev_inbox
    where (select id from inserted) % ${CLEARED_AT_ONCE}::bigint = 0
      and id between (select id from inserted) - ${kept + CLEARED_WITHIN}::bigint
                 and (select id from inserted) - ${kept}::bigint`.map(noResult)
}

/** Newest first. Filters by text in the recipient's address; an empty text returns all mails. */
export function listEntries(search: string): Statement<InboxEntry[]> {
  return unscoped.statement<InboxEntry>`
    select ${entryColumns} from dev_inbox
    where ${search} = '' or strpos(recipient, ${search}) > 0
    order by received_at desc, id desc`.map(allRows)
}

/** Newest first; null returns the mails to all addresses. */
export function listMails(recipient: string | null): Statement<InboxMail[]> {
  return unscoped.statement<InboxMail>`
    select ${mailColumns} from dev_inbox
    where ${recipient}::text is null or recipient = ${recipient}
    order by received_at desc, id desc`.map(allRows)
}

export function findMail(id: number): Statement<InboxMail | null> {
  return unscoped.statement<InboxMail>`
    select ${mailColumns} from dev_inbox where id = ${id}`.map(firstRow)
}

export function deleteMails(): Statement<void> {
  return unscoped.statement`delete from dev_inbox`.map(noResult)
}
