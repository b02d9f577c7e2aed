import type { Json, SentEmailRead, SentEmailState, SentEmailTry } from '@portico/contract'

import type { MailError } from '../../platform/mailer/mail-failure.ts'
import { isRetryable, type MailWithFailures, type ListedMail, type MailSender } from './mail.ts'

/**
 * Presents a mail to admins. The subject is stored without codes.
 *
 * @param present the sender of a mail that was not attempted yet
 */
export function presentMail(mail: ListedMail, present: MailSender): SentEmailRead {
  const { error } = mail
  const state: SentEmailState = mail.state === 'queued' && error ? 'retrying' : mail.state
  return {
    id: mail.id,
    type: mail.template,
    subject: mail.subject ?? '',
    sent_at_millis: (mail.sentAt ?? mail.queuedAt).getTime(),
    queued_at_millis: mail.queuedAt.getTime(),
    to: [mail.recipient],
    user_id: mail.userId,
    state,
    attempts: mail.attempts,
    next_attempt_at_millis: state === 'retrying' ? mail.nextAttemptAt.getTime() : null,
    is_retryable: isRetryable(mail),
    sender_config: presentSender(mail.sender ?? present),
    error: error && presentError(error),
  }
}

/**
 * Presents the attempts of a mail, oldest first. For the successful attempt, the mail itself has the time and the
 * server.
 */
export function presentTries({ attempts, failures, sender, sentAt }: MailWithFailures): SentEmailTry[] {
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
