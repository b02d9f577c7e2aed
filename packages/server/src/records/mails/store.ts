import type { MailError } from '../../platform/mailer/mail-failure.ts'
import type { ClaimedEmail, StoredEmail } from './mail.ts'
import { json, noResult, statement, type Statement } from '../../kernel/statement.ts'

export function insertEmail(projectId: string, email: StoredEmail & { id: string; createdAt: Date }): Statement<void> {
  return statement`
    insert into emails (project_id, id, template, recipient, payload, next_attempt_at, created_at)
    values (${projectId}, ${email.id}, ${email.template}, ${email.recipient}, ${json(email.payload)}::jsonb,
            ${email.createdAt}, ${email.createdAt})`.map(noResult)
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
