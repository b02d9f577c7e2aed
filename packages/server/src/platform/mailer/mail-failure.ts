import { isIP } from 'node:net'

import type { MailErrorType } from '@portico/contract'

import { TooBusy } from '../../kernel/too-busy.ts'
import { OutboundProblem, type OutboundFailure } from '../outbound-http/outbound-addresses.ts'

/** A failed delivery attempt, as stored and shown to the project's admins. */
export interface MailError {
  readonly errorType: MailErrorType
  /** Whether a later attempt may succeed. */
  readonly canRetry: boolean
  /** The cause, as a sentence. */
  readonly message: string
  /** The answer of the mail server; null if it was not contacted. */
  readonly rawError: unknown
}

/** A mail that the service itself classifies as undeliverable. A retry would not help. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable'
  readonly errorType: MailErrorType

  constructor(errorType: MailErrorType, sentence: string) {
    super(sentence)
    this.errorType = errorType
  }
}

/** A mail to an address without an account. Its row is deleted. */
export class UnknownRecipient extends Error {
  override readonly name = 'UnknownRecipient'
}

/**
 * A mail that the service could not compose, such as during an outage of the database. The cause may name tables and
 * addresses of the operator, so only the log has it.
 */
export class NotComposed extends Error {
  override readonly name = 'NotComposed'

  constructor(cause: unknown) {
    super('The service could not compose the mail.', { cause })
  }
}

/** A failed delivery to the endpoint of an owner. */
export class EndpointFailure extends Error {
  override readonly name = 'EndpointFailure'
  readonly mailError: MailError

  constructor({ rawError = null, ...rest }: Omit<MailError, 'rawError'> & Partial<MailError>, options?: ErrorOptions) {
    super(rest.message, options)
    this.mailError = { ...rest, rawError }
  }
}

/** Fields that Node and nodemailer add to their errors. */
interface TransportError {
  readonly code?: unknown
  /** The original code, if nodemailer has replaced it. */
  readonly originalCode?: unknown
  readonly syscall?: unknown
  readonly responseCode?: unknown
  readonly response?: unknown
  readonly command?: unknown
}

/** Classifies an error of a delivery. Unknown errors may be temporary, so the mail is retried. */
export function toMailError(error: unknown): MailError {
  const text = error instanceof Error ? error.message : String(error)
  if (error instanceof Undeliverable) {
    return { errorType: error.errorType, canRetry: false, message: text, rawError: null }
  }
  if (error instanceof NotComposed) return { errorType: 'UNKNOWN', canRetry: true, message: text, rawError: null }
  if (error instanceof EndpointFailure) return error.mailError
  // The mail server takes too long for the mails before this one.
  if (error instanceof TooBusy) return { ...outboundFailures.timed_out, canRetry: true, rawError: null }
  // The message contains the address, which may belong to the operator's internal network.
  if (error instanceof OutboundProblem) return { ...outboundFailures[error.failure], canRetry: true, rawError: null }
  const raw: TransportError = typeof error === 'object' && error !== null ? error : {}
  const { code, responseCode, command } = raw
  const reply = replyOf(error)
  const classified = classify({ ...raw, ...(reply !== null && { response: reply }) }, withoutSecrets(text))
  return { ...classified, rawError: { code, responseCode, ...(reply !== null && { response: reply }), command } }
}

const REPLY_MAX_CHARACTERS = 300

/** The reply of the mail server that an error contains, for admins; null without one. */
export function replyOf(error: unknown): string | null {
  const { response } = (typeof error === 'object' && error !== null ? error : {}) as TransportError
  return typeof response === 'string' ? withoutSecrets(response) : null
}

/**
 * Removes what admins must not read. Servers quote the address of their client, which may belong to the network of the
 * operator. Spam filters quote links, which contain codes.
 */
function withoutSecrets(text: string): string {
  // guard: the stored reply of a mail server contains no link
  //   (drop `.replaceAll(/https?:\/\/\S+|\S*[?&]code=\S*/gi, '[link]')`) [test-mail]
  // guard: the stored reply of a mail server contains no address (keep `? token`) [test-mail]
  return text
    .slice(0, 4 * REPLY_MAX_CHARACTERS)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/https?:\/\/\S+|\S*[?&]code=\S*/gi, '[link]')
    .replaceAll(/[0-9a-z]{32,}/gi, '[code]')
    .replaceAll(/[0-9a-f:.]{3,}/gi, (token) => (isIP(token.replace(/[.:]$/, '')) === 0 ? token : '[address]'))
    .slice(0, REPLY_MAX_CHARACTERS)
    .toWellFormed()
}

/** Whether the connection could not be encrypted. */
export function isEncryptionFailure(error: unknown): boolean {
  const { code, originalCode = code } = (typeof error === 'object' && error !== null ? error : {}) as TransportError
  return code === 'ETLS' || isTlsCode(originalCode)
}

const outboundFailures: Readonly<Record<OutboundFailure, Pick<MailError, 'errorType' | 'message'>>> = {
  refused: {
    errorType: 'HOST_NOT_FOUND',
    message:
      'The service does not connect to this mail server. It must have a public address and use port 25, 465, 587 or 2525.',
  },
  unreachable: { errorType: 'HOST_NOT_FOUND', message: 'The name of the mail server could not be resolved.' },
  timed_out: { errorType: 'TIMEOUT', message: 'The mail server did not answer in time.' },
  too_large: { errorType: 'UNKNOWN', message: 'The mail server answered with too much data.' },
}

function classify(raw: TransportError, text: string): Omit<MailError, 'rawError'> {
  const { code, originalCode = code, syscall, responseCode, response, command } = raw
  const status = typeof responseCode === 'number' ? responseCode : 0
  const answer = typeof response === 'string' ? response : text
  // RFC 5321 section 4.2.1: 4xx is a temporary failure.
  if (status >= 400 && status < 500) {
    return { errorType: 'TEMPORARY', canRetry: true, message: `The mail server reported a temporary error: ${answer}` }
  }
  if (code === 'EAUTH' || code === 'ENOAUTH' || status === 535) {
    // Each attempt reads the settings again, so the mail is delivered once they are corrected.
    return { errorType: 'AUTH_FAILED', canRetry: true, message: 'The mail server refused the user name or password.' }
  }
  // RFC 4954 section 6 and RFC 3207 section 4: the server requires authentication or TLS.
  if (status === 530) {
    const message = `The mail server requires a user name and password or encryption: ${answer}`
    return { errorType: 'AUTH_FAILED', canRetry: true, message }
  }
  if (code === 'EDNS' || code === 'ENOTFOUND') {
    return { ...outboundFailures.unreachable, canRetry: true }
  }
  if (code === 'ETIMEDOUT' || code === 'EABORT') {
    return { ...outboundFailures.timed_out, canRetry: true }
  }
  if (code === 'ETLS' || isTlsCode(originalCode)) {
    return {
      errorType: 'SOCKET_CLOSED',
      canRetry: true,
      message: `The connection to the mail server could not be encrypted: ${text.replace(/^Error initiating TLS - /, '')}`,
    }
  }
  if (command === 'RCPT TO' && isMailboxRefusal(status, answer)) {
    const message = `The mail server does not accept the recipient's address: ${answer}`
    return { errorType: 'INVALID_EMAIL_ADDRESS', canRetry: false, message }
  }
  if (status >= 500 || code === 'EENVELOPE') {
    return { errorType: 'REJECTED', canRetry: false, message: `The mail server rejected the mail: ${answer}` }
  }
  if (originalCode === 'ECONNREFUSED') {
    return { errorType: 'SOCKET_CLOSED', canRetry: true, message: 'The mail server refused the connection.' }
  }
  if (syscall === 'connect') {
    return { errorType: 'SOCKET_CLOSED', canRetry: true, message: 'The mail server could not be reached.' }
  }
  if (code === 'ESOCKET' || code === 'ECONNECTION') {
    return { errorType: 'SOCKET_CLOSED', canRetry: true, message: 'The mail server closed the connection.' }
  }
  return { errorType: 'UNKNOWN', canRetry: true, message: text }
}

/**
 * Whether a mail server refused the recipient's mailbox, and not the sender, the content or the client.
 *
 * @returns for an enhanced status code (RFC 3463), whether it is about the mailbox; without one, whether the reply to
 *   RCPT means it (RFC 5321 section 4.2.3)
 */
function isMailboxRefusal(status: number, answer: string): boolean {
  const [, subject = '', detail = ''] = /^5\d\d[ -]5\.(\d{1,3})\.(\d{1,3})\b/.exec(answer) ?? []
  // 5.1.7 and 5.1.8 are about the address of the sender, 5.7 about policies.
  // guard: a refusal of the sender or by a policy is no missing mailbox [smtp-mailer]
  if (subject === '7' || (subject === '1' && (detail === '7' || detail === '8'))) return false
  return subject === '1' || [501, 550, 551, 553].includes(status)
}

/** Whether a mail server refused the mailbox of the recipient permanently. */
export function isHardBounce({ errorType, rawError }: MailError): boolean {
  // Without an error of a server, the service itself has refused the address.
  return errorType === 'INVALID_EMAIL_ADDRESS' && rawError !== null
}

/** Codes of OpenSSL and of Node's TLS, such as `CERT_HAS_EXPIRED`, contain underscores; system codes do not. */
function isTlsCode(code: unknown): boolean {
  return typeof code === 'string' && (code.includes('_') || code === 'EPROTO')
}
