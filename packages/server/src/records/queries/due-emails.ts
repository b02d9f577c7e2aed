import { claimedMailColumns, type ClaimedEmail, type MailRoute } from '../mails/mail.ts'
import { allRows, statement, type Statement } from '../../kernel/statement.ts'

const claimedColumns = claimedMailColumns.of('e')

/**
 * Claims the mails that have been due for longest, with a lease: until `leaseEndsAt` no other worker gets them. If this
 * worker dies, they are due again after the lease. Skips mails that another worker is claiming.
 *
 * @param skippedProjects projects without a free delivery slot
 * @param through restricts the claim to mails that go through the shared server, or through servers of projects
 */
export function claimDueEmails(
  {
    skippedProjects,
    limit,
    through,
  }: { skippedProjects: readonly string[]; limit: number; through: MailRoute | 'any' },
  now: Date,
  leaseEndsAt: Date,
): Statement<ClaimedEmail[]> {
  return statement<ClaimedEmail>`
    with due as materialized (
      select project_id, id from emails
      where state = 'queued' and next_attempt_at <= ${now} and project_id <> all (${skippedProjects}::text[])
        and (${through}::text = 'any' or ${through}::text = (
          select case p.config -> 'email_config' ->> 'type' when 'standard' then 'own' else 'shared' end
          from projects p where p.id = emails.project_id))
      order by next_attempt_at limit ${limit}
      for update skip locked
    )
    update emails e set attempts = e.attempts + 1, next_attempt_at = ${leaseEndsAt}
    from due where e.project_id = due.project_id and e.id = due.id
    returning ${claimedColumns},
      (select case p.config -> 'email_config' ->> 'type' when 'standard' then 'own' else 'shared' end
       from projects p where p.id = e.project_id) as route`.map(allRows)
}
