import type { SentEmail } from '../../data/emails.ts'
import { csvLine } from '../../kit/csv.ts'

/** The columns of the export, by their names on the wire. */
export const emailsCsvHead = csvLine([
  'id',
  'type',
  'to',
  'user_id',
  'subject',
  'state',
  'attempts',
  'queued_at',
  'sent_at',
  'error_type',
  'error',
])

export function emailCsvLine(email: SentEmail): string {
  const { error, queuedAt, sentAt, state } = email
  return csvLine([
    email.id,
    email.type,
    email.recipient,
    email.userId ?? '',
    email.subject,
    state,
    String(email.attempts),
    queuedAt.toISOString(),
    state === 'sent' ? sentAt.toISOString() : '',
    error?.errorType ?? '',
    error?.message ?? '',
  ])
}
