import type { Json, SentEmailRead, SentEmailState } from '@portico/contract'

import type { Project } from '../../records/projects/project.ts'
import { isRetryable, type ListedEmail } from '../../records/mails/mail.ts'

/** Presents a mail to admins. The subject is stored without codes. */
export function presentEmail(email: ListedEmail, project: Pick<Project, 'config' | 'displayName'>): SentEmailRead {
  const { error } = email
  const state: SentEmailState = email.state === 'queued' && error ? 'retrying' : email.state
  return {
    id: email.id,
    type: email.template,
    subject: email.subject ?? '',
    sent_at_millis: (email.sentAt ?? email.queuedAt).getTime(),
    queued_at_millis: email.queuedAt.getTime(),
    to: [email.recipient],
    state,
    attempts: email.attempts,
    next_attempt_at_millis: state === 'retrying' ? email.nextAttemptAt.getTime() : null,
    is_retryable: isRetryable(email),
    sender_config: presentSender(project),
    error: error && {
      errorType: error.errorType,
      canRetry: error.canRetry,
      message: error.message,
      // Read from a column with JSON.
      rawError: (error.rawError ?? null) as Json,
    },
  }
}

/** The shared server belongs to the operator: its address and user name are not for owners of projects. */
function presentSender({
  config,
  displayName,
}: Pick<Project, 'config' | 'displayName'>): SentEmailRead['sender_config'] {
  const { emailConfig: sender } = config
  if (sender.type === 'shared') {
    return { type: 'shared', host: '', port: 0, username: '', sender_name: displayName, sender_email: '' }
  }
  const { host, port, senderEmail, senderName, username } = sender
  return { type: 'standard', host, port, username, sender_name: senderName, sender_email: senderEmail }
}
