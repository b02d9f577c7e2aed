import type { MailType, SentEmailState } from '@portico/contract'

import {
  firstRow,
  fragment,
  ofProject,
  statement,
  type ProjectCondition,
  type SqlFragment,
  type Statement,
} from '../../../kernel/statement.ts'
import { boundedList, type BoundedList } from '../../../platform/lists/bounded-list.ts'
import { nextRows } from '../../../platform/lists/list-key.ts'
import { failuresColumn, listedMailColumns, type MailWithFailures, type ListedMail } from '../../mails/mail.ts'

// Only some filters have an index. A statement reads one index, and compares the mails with the other filters.

/** Null: no filter. */
export interface MailFilter {
  /** The whole address, in its canonical form. */
  readonly recipient: string | null
  /** Part of an address or a subject. */
  readonly term: string | null
  readonly state: SentEmailState | null
  readonly type: MailType | null
}

/** Whether an index contains exactly the mails of this filter, in their order. */
function isIndexed({ recipient, state, term, type }: MailFilter): boolean {
  if (term !== null || type !== null) return false
  return recipient === null ? state === null || state === 'failed' : state === null
}

const columns = listedMailColumns.of('page')

/** Lists mails, newest first. */
export function mailsOf(projectId: string, filter: MailFilter): BoundedList<ListedMail> {
  return boundedList<ListedMail, ListedMail>({
    projectId,
    of: filter.recipient === null ? 'emails' : 'emails to an address',
    filters: [JSON.stringify(filter)],
    key: { columns: { created_at: 'moment', id: 'uuid' }, isDescending: true },
    range: (rows) => fragment`select * from emails where ${indexOf(projectId, filter)} and ${nextRows(rows)}`,
    ...(!isIndexed(filter) && { keep: matches(filter) }),
    page: { columns: fragment`${columns}, ${userOf(projectId)} as "userId"` },
    toItem: (mail) => mail,
  })
}

/** The user whom a mail `page` is about or who has its address. A sign-in address has one owner. */
function userOf(projectId: string): SqlFragment {
  return fragment`coalesce(page.user_id, (
        select user_id from contact_channels
        where project_id = ${projectId} and type = 'email' and value = page.recipient and used_for_auth
      ))`
}

export function findMail(projectId: string, id: string): Statement<MailWithFailures | null> {
  return statement<MailWithFailures>`
    select ${columns}, ${failuresColumn.of('page')}, ${userOf(projectId)} as "userId" from emails page
    where page.project_id = ${projectId} and page.id = ${id}`.map(firstRow)
}

/** The index of the filter that selects least. */
function indexOf(projectId: string, { recipient, state }: MailFilter): ProjectCondition {
  if (recipient !== null) return ofProject`recipient = ${recipient} and project_id = ${projectId}`
  if (state === 'failed')
    return ofProject`project_id || ' failed' = ${projectId} || ' failed' and state = 'failed' and created_at > '-infinity'`
  return ofProject`project_id || '' = ${projectId} and created_at >= '-infinity'`
}

function matches({ state, term, type }: MailFilter): SqlFragment {
  // The wire calls a queued mail whose last attempt failed "retrying".
  return fragment`(${type}::text is null or template = ${type})
        and (${state}::text is null
          or ${state} = case when state = 'queued' and error is not null then 'retrying' else state end)
        and (${term}::text is null or strpos(search_text(recipient), search_text(${term})) > 0
          or strpos(search_text(coalesce(subject, '')), search_text(${term})) > 0)`
}
