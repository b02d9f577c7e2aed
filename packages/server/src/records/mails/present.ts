import type { Json, SentEmailRead, SentEmailState } from '@portico/contract'

import { isRetryable, type ListedEmail } from './mail.ts'

/**
 * Presents a mail to admins. The subject is stored without codes.
 *
 * @param sender the presented sender of the project
 */
export function presentEmail(email: ListedEmail, sender: SentEmailRead['sender_config']): SentEmailRead {
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
    sender_config: sender,
    error: error && {
      errorType: error.errorType,
      canRetry: error.canRetry,
      message: error.message,
      // Read from a column with JSON.
      rawError: (error.rawError ?? null) as Json,
    },
  }
}
