import { OutboundProblem, type OutboundFailure } from '../outbound-http/outbound-addresses.ts'

/** What went wrong with a mail, in the words of the sent-mail list (contract 02 section 15.1). */
export type MailErrorType =
  | 'HOST_NOT_FOUND'
  | 'AUTH_FAILED'
  | 'TEMPORARY'
  | 'INVALID_EMAIL_ADDRESS'
  | 'REJECTED'
  | 'TIMEOUT'
  | 'SOCKET_CLOSED'
  | 'UNKNOWN'

/** A failed try as it is stored and shown to the project's admins. */
export interface MailError {
  readonly errorType: MailErrorType
  /** Whether the same mail may get through later. */
  readonly canRetry: boolean
  /** The cause in a sentence. */
  readonly message: string
  /** What the mail server answered; null where it was not asked. */
  readonly rawError: unknown
}

/** A mail that cannot be delivered for a reason we know ourselves. Trying again would not help. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable'
  readonly errorType: MailErrorType

  constructor(errorType: MailErrorType, sentence: string) {
    super(sentence)
    this.errorType = errorType
  }
}

/** A mail to an address that no account has. It leaves no trace. */
export class UnknownRecipient extends Error {
  override readonly name = 'UnknownRecipient'
}

/** What Node and nodemailer add to their errors. */
interface TransportError {
  readonly code?: unknown
  /** The code that nodemailer has replaced with one of its own. */
  readonly originalCode?: unknown
  readonly syscall?: unknown
  readonly responseCode?: unknown
  readonly response?: unknown
  readonly command?: unknown
}

/** Classifies an error of a delivery. An error that is not understood may be temporary, so the mail is tried again. */
export function toMailError(error: unknown): MailError {
  const text = error instanceof Error ? error.message : String(error)
  if (error instanceof Undeliverable) {
    return { errorType: error.errorType, canRetry: false, message: text, rawError: null }
  }
  // Its message names the address, which may be one of the operator's network.
  if (error instanceof OutboundProblem) return { ...outboundFailures[error.failure], canRetry: true, rawError: null }
  const raw: TransportError = typeof error === 'object' && error !== null ? error : {}
  const { code, responseCode, response, command } = raw
  return { ...classify(raw, text), rawError: { code, responseCode, response, command } }
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
  // RFC 5321 section 4.2.1: 4xx asks the sender to come back later.
  if (status >= 400 && status < 500) {
    return { errorType: 'TEMPORARY', canRetry: true, message: `The mail server asks to try again later: ${answer}` }
  }
  if (code === 'EAUTH' || code === 'ENOAUTH' || status === 535) {
    // The settings are read again at each try, so the same mail gets through once they are corrected.
    return { errorType: 'AUTH_FAILED', canRetry: true, message: 'The mail server refused the user name or password.' }
  }
  // RFC 4954 section 6 and RFC 3207 section 4: it takes no mail with these settings.
  if (status === 530) {
    const message = `The mail server asks for a user name and password or for encryption: ${answer}`
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
  // RFC 5321 section 4.2.3: what 5xx means depends on what was asked; after RCPT it is about the mailbox.
  if (status === 553 || (status === 501 && command === 'RCPT TO')) {
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

/** Codes of OpenSSL and of Node's TLS, such as `CERT_HAS_EXPIRED`, unlike those of the system, hold underscores. */
function isTlsCode(code: unknown): boolean {
  return typeof code === 'string' && (code.includes('_') || code === 'EPROTO')
}
