import type { MailError } from '../../platform/mailer/mail-failure.ts'
import type { ClaimedEmail, MailRoute, StoredEmail } from './mail.ts'
import { json, allRows, noResult, statement, type Statement } from '../../kernel/statement.ts'

export function insertEmail(projectId: string, email: StoredEmail & { id: string; createdAt: Date }): Statement<void> {
  return statement`
    insert into emails (project_id, id, template, recipient, payload, next_attempt_at, created_at)
    values (${projectId}, ${email.id}, ${email.template}, ${email.recipient}, ${json(email.payload)}::jsonb,
            ${email.createdAt}, ${email.createdAt})`.map(noResult)
}

/**
 * Takes the mails that have been due for longest and leases them: until `leaseEndsAt` no other worker gets them, and if
 * this one dies, they are due again. Mails that another worker is just taking are passed over instead of waited for.
 *
 * @param passedOver projects whose mails must wait for their turn
 * @param through only mails of projects that send through the shared server, or through their own
 */
export function claimDueEmails(
  { passedOver, limit, through }: { passedOver: readonly string[]; limit: number; through: MailRoute | 'any' },
  now: Date,
  leaseEndsAt: Date,
): Statement<ClaimedEmail[]> {
  return statement<ClaimedEmail>`
    with due as materialized (
      select project_id, id from emails
      where state = 'queued' and next_attempt_at <= ${now} and project_id <> all (${passedOver}::text[])
        and (${through}::text = 'any' or ${through}::text = (
          select case p.config -> 'email_config' ->> 'type' when 'standard' then 'own' else 'shared' end
          from projects p where p.id = emails.project_id))
      order by next_attempt_at limit ${limit}
      for update skip locked
    )
    update emails e set attempts = e.attempts + 1, next_attempt_at = ${leaseEndsAt}
    from due where e.project_id = due.project_id and e.id = due.id
    returning e.id, e.project_id as "projectId", e.template, e.recipient, e.payload, e.attempts,
      e.created_at as "queuedAt",
      (select case p.config -> 'email_config' ->> 'type' when 'standard' then 'own' else 'shared' end
       from projects p where p.id = e.project_id) as route`.map(allRows)
}

type Claim = Pick<ClaimedEmail, 'id' | 'attempts'>

/** Ends a mail as sent or failed, unless its lease has passed to another worker meanwhile. */
export function closeEmail(
  projectId: string,
  claim: Claim,
  outcome: { state: 'sent'; at: Date; subject: string } | { state: 'failed'; error: MailError; subject: string | null },
): Statement<void> {
  const isSent = outcome.state === 'sent'
  return statement`
    update emails set state = ${outcome.state}, subject = ${outcome.subject}, sent_at = ${isSent ? outcome.at : null},
      error = ${isSent ? null : json(outcome.error)}::jsonb
    where project_id = ${projectId} and id = ${claim.id} and attempts = ${claim.attempts} and state = 'queued'`.map(
    noResult,
  )
}

/** Gives the claim back, to be tried again at the given moment. */
export function postponeEmail(projectId: string, claim: Claim, until: Date, error: MailError): Statement<void> {
  return statement`
    update emails set next_attempt_at = ${until}, error = ${json(error)}::jsonb
    where project_id = ${projectId} and id = ${claim.id} and attempts = ${claim.attempts} and state = 'queued'`.map(
    noResult,
  )
}

/** Removes a mail that is for nobody, so that strangers cannot fill the record with addresses they made up. */
export function forgetEmail(projectId: string, claim: Claim): Statement<void> {
  return statement`
    delete from emails where project_id = ${projectId} and id = ${claim.id} and attempts = ${claim.attempts}`.map(
    noResult,
  )
}
