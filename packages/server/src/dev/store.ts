import { allRows, firstRow, noResult, statement, type Statement } from '../kernel/statement.ts'
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

/** A mail as the inbox shows it. */
export type InboxMail = RowOf<typeof mailColumns>

/** Without its bodies, for lists. */
export type InboxEntry = RowOf<typeof entryColumns>

// The inbox shows the mails of all projects to the person at this machine, so only writing is bound to a project.

/** Mails that are too old are dropped so many at a time; one by one it costs as much as keeping the new one. */
const CLEARED_AT_ONCE = 50
/**
 * How far back a clearing looks (platform/db/README.md, "Plans" 7). Further than one clearing needs: a mail that is
 * delivered twice leaves a gap among the ids, so a clearing may be left out.
 */
const CLEARED_WITHIN = 500

/** Keeps a mail and drops those that are too old; one that was delivered before is kept once. */
export function insertMail(
  projectId: string,
  mail: Omit<InboxMail, 'id'> & { emailId: string },
  kept: number,
): Statement<void> {
  return statement`
    with inserted as (
      insert into dev_inbox (project_id, email_id, recipient, sender, subject, html, text, received_at)
      select id, ${mail.emailId}::uuid, ${mail.recipient}, ${mail.sender}, ${mail.subject}, ${mail.html},
        ${mail.text}, ${mail.receivedAt}::timestamptz
      from projects where id = ${projectId}
      for key share
      on conflict (project_id, email_id) do nothing
      returning id
    )
    delete from dev_inbox
    where (select id from inserted) % ${CLEARED_AT_ONCE}::bigint = 0
      and id between (select id from inserted) - ${kept + CLEARED_WITHIN}::bigint
                 and (select id from inserted) - ${kept}::bigint`.map(noResult)
}

/** Newest first. An empty search gives every mail, else those whose recipient holds the text. */
export function listEntries(search: string): Statement<InboxEntry[]> {
  return statement<InboxEntry>`
    select ${entryColumns} from dev_inbox
    where ${search} = '' or strpos(recipient, ${search}) > 0
    order by received_at desc, id desc`.map(allRows)
}

/** Newest first; null gives the mails of all addresses. */
export function listMails(recipient: string | null): Statement<InboxMail[]> {
  return statement<InboxMail>`
    select ${mailColumns} from dev_inbox
    where ${recipient}::text is null or recipient = ${recipient}
    order by received_at desc, id desc`.map(allRows)
}

export function findMail(id: number): Statement<InboxMail | null> {
  return statement<InboxMail>`
    select ${mailColumns} from dev_inbox where id = ${id}`.map(firstRow)
}

export function deleteMails(): Statement<void> {
  return statement`delete from dev_inbox`.map(noResult)
}
