import type { SentEmailRead } from '@portico/contract'

import { column, columns, type RowOf } from '../../kernel/columns.ts'
import type { MailError } from '../../platform/mailer/mail-failure.ts'

/** Where an attempt went. For the operator's server and the inbox, only the sender name is stored. */
export type MailSender = Pick<SentEmailRead['sender_config'], 'type' | 'sender_name'> &
  Partial<SentEmailRead['sender_config']>

/** An attempt that failed, as a member of a column with JSON. */
export interface MailFailure {
  readonly attempt: number
  readonly atMillis: number
  /** Null if the mail could not be composed. */
  readonly sender: MailSender | null
  readonly error: MailError
}

const mailColumns = columns({
  id: column<string>('id'),
  projectId: column<string>('project_id'),
  /** Null for a mail to an address without an account. */
  userId: column<string | null>('user_id'),
  template: column<string>('template'),
  /** The language of the browser that caused the mail; null without one. */
  locale: column<string | null>('locale'),
  /** Canonical address. */
  recipient: column<string>('recipient'),
  payload: column<unknown>('payload'),
  state: column<'queued' | 'sent' | 'failed'>('state'),
  /** Number of attempts, including the present one. It also identifies the claim: a later claim has a higher number. */
  attempts: column<number>('attempts'),
  nextAttemptAt: column<Date>('next_attempt_at'),
  /** Without codes and links; null before the first attempt. */
  subject: column<string | null>('subject'),
  error: column<MailError | null>('error'),
  /** The last attempts that failed, oldest first. */
  failures: column<readonly MailFailure[] | null>('failures'),
  /** The sender of the last attempt; null before the first one. */
  sender: column<MailSender | null>('sender'),
  queuedAt: column<Date>('created_at'),
  sentAt: column<Date | null>('sent_at'),
  /** The number of attempts that do not count: before an admin queued the mail again, and without a free connection. */
  retriedAfter: column<number>('retried_after'),
})

/** What a worker reads to send a mail. */
export const claimedMailColumns = mailColumns.only(
  'id',
  'locale',
  'projectId',
  'template',
  'recipient',
  'payload',
  'attempts',
  'queuedAt',
  'retriedAfter',
)

export const listedMailColumns = mailColumns.only(
  'id',
  'template',
  'recipient',
  'state',
  'attempts',
  'nextAttemptAt',
  'subject',
  'error',
  'sender',
  'queuedAt',
  'sentAt',
)

/** For a single mail only: its attempts would make the list large. */
export const failuresColumn = mailColumns.only('failures')

/** A mail for admins, with the user whom it is about or who has its address. */
export type ListedMail = RowOf<typeof listedMailColumns> & { readonly userId: string | null }

/** A mail for admins with its attempts. */
export type MailWithFailures = ListedMail & RowOf<typeof failuresColumn>

/**
 * Mails that are not sent again: the page of a sign-in code is closed by then, and the settings of a test mail are not
 * stored.
 */
export const unretryableTemplates: readonly string[] = ['sign_in_code', 'test']

/** Whether an admin can queue the mail again. */
export function isRetryable({ error, state, template }: Pick<ListedMail, 'error' | 'state' | 'template'>): boolean {
  return state === 'failed' && error !== null && error.canRetry && !unretryableTemplates.includes(template)
}

/** A mail to store. `mails/` defines the templates and their payloads. */
export type StoredMail = Pick<RowOf<typeof mailColumns>, 'userId' | 'template' | 'locale' | 'recipient' | 'payload'>

/** The mail server that sends a mail: the operator's or the project's own. */
export type MailRoute = 'shared' | 'own'

export interface ClaimedMail extends RowOf<typeof claimedMailColumns> {
  /** Read from the project's settings at the time of the claim. */
  readonly route: MailRoute
  /** The language of the user whom the mail is about; null without one. */
  readonly userLocale: string | null
}
