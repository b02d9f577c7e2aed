import type { Json, SentEmailRead, SentEmailState } from '@portico/contract'

import { isRetryable, type ListedEmail, type MailSender } from './mail.ts'

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
    sender_config: { host: '', port: 0, username: '', sender_email: '', ...(email.sender ?? present) },
    error: error && {
      errorType: error.errorType,
      canRetry: error.canRetry,
      message: error.message,
      // Read from a column with JSON.
      rawError: (error.rawError ?? null) as Json,
    },
  }
}
