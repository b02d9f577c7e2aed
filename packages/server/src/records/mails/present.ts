import type { Json, SentEmailRead, SentEmailState, SentEmailTry } from '@portico/contract'

import type { MailError } from '../../platform/mailer/mail-failure.ts'
import { isRetryable, type EmailWithFailures, type ListedEmail, type MailSender } from './mail.ts'

/**
 * Presents a mail to admins. The subject is stored without codes.
 *
 * @param present the sender of a mail that was not attempted yet
 */
export function presentEmail(email: ListedEmail, present: MailSender): SentEmailRead {
  const { error } = email
  const state: SentEmailState = email.state === 'queued' && error ? 'retrying' : email.state
  return {
    id: email.id,
    type: email.template,
    subject: email.subject ?? '',
    sent_at_millis: (email.sentAt ?? email.queuedAt).getTime(),
    queued_at_millis: email.queuedAt.getTime(),
    to: [email.recipient],
    user_id: email.userId,
    state,
    attempts: email.attempts,
    next_attempt_at_millis: state === 'retrying' ? email.nextAttemptAt.getTime() : null,
    is_retryable: isRetryable(email),
    sender_config: presentSender(email.sender ?? present),
    error: error && presentError(error),
  }
}

/** Presents the attempts of a mail, oldest first. Of the successful one, the mail itself has the time and the server. */
export function presentTries({ attempts, failures, sender, sentAt }: EmailWithFailures): SentEmailTry[] {
  const tries: SentEmailTry[] = (failures ?? []).map(({ attempt, atMillis, error, sender: tried }) => ({
    attempt,
    tried_at_millis: atMillis,
    sender_config: tried && presentSender(tried),
    error: presentError(error),
  }))
  if (sentAt === null) return tries
  const sender_config = sender && presentSender(sender)
  return [...tries, { attempt: attempts, tried_at_millis: sentAt.getTime(), sender_config, error: null }]
}

function presentSender(sender: MailSender): SentEmailRead['sender_config'] {
  return { host: '', port: 0, username: '', sender_email: '', ...sender }
}

function presentError({ canRetry, errorType, message, rawError }: MailError): NonNullable<SentEmailRead['error']> {
  // Read from a column with JSON.
  return { errorType, canRetry, message, rawError: (rawError ?? null) as Json }
}
