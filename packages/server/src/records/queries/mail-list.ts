import type { MailType, SentEmailState } from '@portico/contract'

import { firstRow, fragment, statement, type SqlFragment, type Statement } from '../../kernel/statement.ts'
import { failuresColumn, listedMailColumns, type EmailWithFailures, type ListedEmail } from '../mails/mail.ts'

// A statement reads one index in its order, a bounded number of mails from a position on, and compares them with the filters. The position
// where it stopped begins the next statement, whether or not it has found a mail.

/** Null: no filter. */
export interface MailFilter {
  /** The whole address, in its canonical form. */
  readonly recipient: string | null
  /** Part of the address or of the subject. */
  readonly term: string | null
  readonly state: SentEmailState | null
  readonly type: MailType | null
}

/** A mail that exists or did exist, or a moment before or after all mails of it. */
export interface MailPosition {
  /** Microseconds since the epoch: the precision of the database. */
  readonly queuedAtMicros: number
  readonly id: string
}

const HIGHEST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** In the year 2100: later than every mail, and exact as a number. */
export const newestMail: MailPosition = { queuedAtMicros: 4_102_444_800_000_000, id: HIGHEST_UUID }

interface MailWindow {
  readonly start: MailPosition
  /** The number of mails to read. */
  readonly examined: number
}

interface ExaminedMails {
  /** The mails that match. */
  readonly found: readonly { readonly item: ListedEmail; readonly position: MailPosition }[]
  /** The first mail that was not examined; null at the end of the list. */
  readonly next: MailPosition | null
}

/** Whether an index contains exactly the mails of this filter, in their order. */
export function isIndexedMailFilter({ recipient, state, term, type }: MailFilter): boolean {
  if (term !== null || type !== null) return false
  return recipient === null ? state === null || state === 'failed' : state === null
}

const columns = listedMailColumns.of('e')

/** Reads mails of the list, newest first. Execute `preferOrderedIndexes` before it in the same transaction. */
export function examineMails(
  projectId: string,
  filter: MailFilter,
  { start, examined }: MailWindow,
): Statement<ExaminedMails> {
  return statement<ListedEmail & { queuedAtMicros: number; isFound: boolean; examined: number }>`
    with examined as materialized (
      select * from emails
      where ${narrowestRange(projectId, filter)}
        and (created_at, id) <= ('epoch'::timestamptz + ${start.queuedAtMicros}::float8 * interval '1 microsecond', ${start.id}::uuid)
      order by created_at desc, id desc limit ${examined + 1}
    ), oldest as materialized (
      select created_at, id, (select count(*) from examined) as examined from examined order by created_at, id limit 1
    )
    select ${columns}, (extract(epoch from e.created_at) * 1000000)::bigint as "queuedAtMicros", e.is_found as "isFound",
      oldest.examined,
      ${userOf(projectId)} as "userId"
    from (select *, ${matches(filter)} as is_found from examined) e, oldest
    where e.is_found or (e.created_at, e.id) = (oldest.created_at, oldest.id)
    order by e.created_at desc, e.id desc`.map(({ rows }) => {
    const found = rows.map(({ queuedAtMicros, isFound, examined: count, ...item }) => ({
      item,
      position: { queuedAtMicros, id: item.id },
      isFound,
      count,
    }))
    const oldest = found.at(-1)
    const next = oldest && oldest.count > examined ? oldest.position : null
    return { found: found.filter(({ isFound, position }) => isFound && position !== next), next }
  })
}

/** The user whom a mail `e` is about or who has its address. A sign-in address has one owner. */
function userOf(projectId: string): SqlFragment {
  return fragment`coalesce(e.user_id, (
        select user_id from contact_channels
        where project_id = ${projectId} and type = 'email' and value = e.recipient and used_for_auth
      ))`
}

export function findMail(projectId: string, id: string): Statement<EmailWithFailures | null> {
  return statement<EmailWithFailures>`
    select ${columns}, ${failuresColumn.of('e')}, ${userOf(projectId)} as "userId" from emails e
    where e.project_id = ${projectId} and e.id = ${id}`.map(firstRow)
}

function narrowestRange(projectId: string, { recipient, state }: MailFilter): SqlFragment {
  if (recipient !== null) return fragment`recipient = ${recipient} and project_id = ${projectId}`
  if (state === 'failed')
    return fragment`project_id || ' failed' = ${projectId} || ' failed' and state = 'failed' and created_at > '-infinity'`
  return fragment`project_id || '' = ${projectId} and created_at >= '-infinity'`
}

function matches({ state, term, type }: MailFilter): SqlFragment {
  // The wire calls a queued mail whose last attempt failed "retrying".
  return fragment`(${type}::text is null or template = ${type})
        and (${state}::text is null
          or ${state} = case when state = 'queued' and error is not null then 'retrying' else state end)
        and (${term}::text is null or strpos(search_text(recipient), search_text(${term})) > 0
          or strpos(search_text(coalesce(subject, '')), search_text(${term})) > 0)`
}
