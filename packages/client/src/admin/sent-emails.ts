import type { MailType, SentEmailRead, SentEmailState, SentEmailTry as SentEmailTryRead } from '@portico/contract'
import { SENT_EMAIL_PAGE_DEFAULT } from '@portico/contract/limits'

import { StatusError } from '../transport/known-error.ts'
import { fetchPage } from '../resources/pages.ts'
import { present } from '../transport/present.ts'
import { isUuid } from '../transport/uuid.ts'
import type { SendRequest } from '../transport/request.ts'
import type {
  AdminSentEmailFields,
  SentEmailErrorFields,
  SentEmailSenderFields,
  SentEmailTryFields,
} from '../transport/record-fields.ts'

/** Where a mail went. For the operator's server and the inbox, only the sender's name is known. */
export interface SentEmailSender extends SentEmailSenderFields {}

/** Why an attempt to send a mail failed. */
export interface SentEmailError extends SentEmailErrorFields {
  /** The failure as a sentence. */
  readonly message: string
}

/** One attempt to send a mail. */
export interface SentEmailTry extends SentEmailTryFields {
  /** The server of the attempt. Null if the mail could not be composed. */
  readonly sender: SentEmailSender | null
  /** Null: the mail server accepted the mail. */
  readonly error: SentEmailError | null
}

/** A mail of the project. It has one entry, whatever the number of its attempts. */
export interface AdminSentEmail extends AdminSentEmailFields {
  /** The addresses that it is for. */
  readonly to: string[]
  /** The first of `to`. */
  readonly recipient: string
  /** Why the last attempt failed. */
  readonly error?: SentEmailError
  /** The server of the last attempt; before the first one, the present server of the project. */
  readonly sender: SentEmailSender
  /**
   * Reads both parts of the mail as they were rendered for its last attempt, with codes and links hidden. Null before
   * the first attempt, and if they are not kept.
   */
  getContent(): Promise<SentEmailContent | null>
  /** Queues the failed mail again, with a new code. Throws if `isRetryable` is false. */
  retry(): Promise<void>
}

/** The parts of a mail, with codes and links hidden. */
export interface SentEmailContent {
  /** The HTML part. Show it in a frame without scripts and without an origin. */
  readonly html: string
  /** The text part. */
  readonly text: string
}

/** A mail with its parts as they were rendered. */
export interface SentEmailWithContent extends AdminSentEmail {
  /** Null before the first attempt, and if the parts are not kept. */
  readonly content: SentEmailContent | null
  /** The attempts, oldest first: the last ten that failed, and the one that succeeded. */
  readonly tries: readonly SentEmailTry[]
}

/** Which mails a page contains. */
export interface SentEmailListOptions {
  /** Part of the address or the subject, ignoring case and accents. */
  query?: string
  /** Only mails in this state. */
  state?: SentEmailState
  /** Only mails of this kind. */
  type?: MailType
  /** Size of the page, at most 1,000. Default: 100. */
  limit?: number
  /** The `nextCursor` of the previous page. */
  cursor?: string
}

/**
 * A page of mails, newest first. With filters it can have fewer mails than the limit, even none. Only a `nextCursor` of
 * null marks the end.
 */
export type SentEmailList = AdminSentEmail[] & {
  /** For the option `cursor` of the next page; null on the last one. */
  readonly nextCursor: string | null
}

export async function listSentEmails(
  request: SendRequest<'admin'>,
  { cursor, limit = SENT_EMAIL_PAGE_DEFAULT, query, state, type }: SentEmailListOptions = {},
): Promise<SentEmailList> {
  const { items, nextCursor } = await fetchPage(request, 'GET /internal/emails', {
    query,
    state,
    type,
    limit,
    cursor,
  })
  return Object.assign(
    items.map((read) => presentMail(request, read)),
    { nextCursor },
  )
}

/** Reads one mail. Null for an unknown id, also after the retention of the mail. */
export async function getSentEmail(request: SendRequest<'admin'>, id: string): Promise<SentEmailWithContent | null> {
  if (!isUuid(id)) return null
  try {
    const { html, text, tries, ...read } = await request('GET /internal/emails/{id}', { params: { id } })
    const content = html === null || text === null ? null : { html, text }
    return { ...presentMail(request, read), content, tries: tries.map(presentTry) }
  } catch (error) {
    if (error instanceof StatusError && error.statusCode === 404) return null
    throw error
  }
}

function presentMail(request: SendRequest<'admin'>, read: SentEmailRead): AdminSentEmail {
  const { error, sender_config: sender, ...fields } = read
  const { id } = read
  return {
    ...present(fields),
    recipient: read.to[0] ?? '',
    ...(error && { error: presentError(error) }),
    sender: present(sender),
    getContent: async () => (await getSentEmail(request, id))?.content ?? null,
    retry: async () => {
      await request('POST /internal/emails/{id}/retry', { params: { id }, body: {} })
    },
  }
}

function presentTry({ error, sender_config: sender, ...fields }: SentEmailTryRead): SentEmailTry {
  return { ...present(fields), sender: sender && present(sender), error: error && presentError(error) }
}

function presentError({ canRetry, errorType, message = '' }: NonNullable<SentEmailRead['error']>): SentEmailError {
  return { errorType, canRetry, message }
}
