import { claimedMailColumns, type ClaimedMail, type MailRoute } from '../../mails/mail.ts'
import { allRows, firstRow, sequence, type Statement, unscoped } from '../../../kernel/statement.ts'
import { preferIndexes } from '../../../platform/db/sweep.ts'

const claimedColumns = claimedMailColumns.of('e')

/** Returns when the mail that has been due for longest was due; null if there is none. */
export function findOldestDueMail(now: Date): Statement<Date | null> {
  const found = unscoped.statement<{ dueAt: Date }>`
    select next_attempt_at as "dueAt" from emails
    where state = 'queued' and next_attempt_at is not null and next_attempt_at <= ${now}
    order by next_attempt_at limit 1`.map(firstRow)
  return sequence({ planning: preferIndexes, found }).map((result) => result.found?.dueAt ?? null)
}

/**
 * Claims the mails that have been due for longest, with a lease: until `leaseEndsAt` no other worker gets them. If this
 * worker dies, they are due again after the lease. Skips mails that another worker is claiming.
 *
 * Mails to one recipient are claimed one at a time, in the order in which they were queued. A mail does not wait for
 * the retry of an earlier one, and no longer waits at all if it has been due since before `orderedFrom`.
 *
 * @param skippedProjects projects without a free delivery slot
 * @param through restricts the claim to mails that go through the shared server, or through servers of projects
 */
export function claimDueMails(
  {
    skippedProjects,
    limit,
    through,
  }: { skippedProjects: readonly string[]; limit: number; through: MailRoute | 'any' },
  { now, orderedFrom, leaseEndsAt }: { readonly now: Date; readonly orderedFrom: Date; readonly leaseEndsAt: Date },
): Statement<ClaimedMail[]> {
  const claimed = unscoped.statement<ClaimedMail>`
    with due as materialized (
      select project_id, id from emails
      where state = 'queued' and next_attempt_at <= ${now} and project_id <> all (${skippedProjects}::text[])
        and (${through}::text = 'any' or ${through}::text = (
          select case when p.config -> 'email_config' ->> 'type' in ('standard', 'endpoint') then 'own' else 'shared' end
          from projects p where p.id = emails.project_id))
        and (next_attempt_at < ${orderedFrom} or not exists (
          -- The offset prevents a join, which may read all mails.
          select from emails earlier
          where earlier.recipient = emails.recipient and earlier.project_id = emails.project_id
            and earlier.state = 'queued' and earlier.error is null
            and (earlier.created_at, earlier.id) < (emails.created_at, emails.id) offset 0))
      order by next_attempt_at limit ${limit}
      for update skip locked
    )
    update emails e set attempts = e.attempts + 1, next_attempt_at = ${leaseEndsAt}
    from due where e.project_id = due.project_id and e.id = due.id
    returning ${claimedColumns},
      (select case when p.config -> 'email_config' ->> 'type' in ('standard', 'endpoint') then 'own' else 'shared' end
       from projects p where p.id = e.project_id) as route,
      (select u.locale from users u where u.project_id = e.project_id and u.id = e.user_id) as "userLocale"`.map(
    allRows,
  )
  // Reads the due mails in their order up to the limit. Otherwise, the plan may check and sort all of them.
  return sequence({ planning: preferIndexes, claimed }).map((results) => results.claimed)
}
