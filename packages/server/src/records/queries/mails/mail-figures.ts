import { COUNTED_EMAILS_MAX } from '@portico/contract'

import { firstRow, sequence, statement, type Statement } from '../../../kernel/statement.ts'
import { preferOrderedIndexes } from '../../../platform/db/sweep.ts'

export interface MailFigures {
  readonly sent: number
  /** Permanently refused by the mail server. */
  readonly refused: number
}

export type MailFiguresByPeriod = { readonly [Period in 'hour' | 'day' | 'week' | 'month']: MailFigures }

/** Counts the mails of the project in periods until now. Reads a bounded number of its newest mails. */
export function countMails(projectId: string, now: Date): Statement<MailFiguresByPeriod> {
  const counted = statement<Record<string, number>>`
    select
      count(*) filter (where sent_at > hour)::integer as "sentHour", count(*) filter (where refused_at > hour)::integer as "refusedHour",
      count(*) filter (where sent_at > day)::integer as "sentDay", count(*) filter (where refused_at > day)::integer as "refusedDay",
      count(*) filter (where sent_at > week)::integer as "sentWeek", count(*) filter (where refused_at > week)::integer as "refusedWeek",
      count(*) filter (where sent_at > month)::integer as "sentMonth", count(*) filter (where refused_at > month)::integer as "refusedMonth"
    from (
      select sent_at, case when state = 'failed' and error ->> 'errorType' in ('INVALID_EMAIL_ADDRESS', 'REJECTED')
        then created_at end as refused_at,
        ${now}::timestamptz - interval '1 hour' as hour, ${now}::timestamptz - interval '1 day' as day,
        ${now}::timestamptz - interval '7 days' as week, ${now}::timestamptz - interval '30 days' as month
      from emails
      where project_id || '' = ${projectId} and created_at > ${now}::timestamptz - interval '30 days' and created_at <= 'infinity'
      order by created_at desc, id desc limit ${COUNTED_EMAILS_MAX}
    ) newest`.map(firstRow)
  return sequence({ planning: preferOrderedIndexes, counted }).map(({ counted: row }) => {
    const of = (period: string): MailFigures => ({
      sent: row?.[`sent${period}`] ?? 0,
      refused: row?.[`refused${period}`] ?? 0,
    })
    return { hour: of('Hour'), day: of('Day'), week: of('Week'), month: of('Month') }
  })
}
