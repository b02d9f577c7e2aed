import type { SentMail } from '../../data/emails.ts'
import { csvFile, type RecordFile } from '../../kit/csv.ts'

/** Mails as CSV, with the columns by their names on the wire. */
export function mailsCsv(): RecordFile<SentMail> {
  return csvFile<SentMail>([
    ['id', ({ id }) => id],
    ['type', ({ type }) => type],
    ['to', ({ recipient }) => recipient],
    ['user_id', ({ userId }) => userId ?? ''],
    ['subject', ({ subject }) => subject],
    ['state', ({ state }) => state],
    ['attempts', ({ attempts }) => String(attempts)],
    ['queued_at', ({ queuedAt }) => queuedAt.toISOString()],
    ['sent_at', ({ state, sentAt }) => (state === 'sent' ? sentAt.toISOString() : '')],
    ['sent_through', ({ sender }) => sender.type],
    ['error_type', ({ error }) => error?.errorType ?? ''],
    ['error', ({ error }) => error?.message ?? ''],
  ])
}
