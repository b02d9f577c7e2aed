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

/** A failed try as it is stored and shown. */
export interface MailError {
  readonly errorType: MailErrorType
  /** Whether the same mail may get through later. */
  readonly canRetry: boolean
  readonly message: string
  /** What the mail server or the socket said. */
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

/** A mail somebody asked for to an address nobody has. It leaves no trace. */
export class NobodyToMail extends Error {
  override readonly name = 'NobodyToMail'
}

/** What nodemailer adds to its errors. */
interface TransportError {
  readonly code?: unknown
  readonly responseCode?: unknown
  readonly response?: unknown
  readonly command?: unknown
}

/** Sorts whatever a delivery threw. What is not understood may be passing, so it is tried again. */
export function toMailError(error: unknown): MailError {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof Undeliverable) {
    return { errorType: error.errorType, canRetry: false, message, rawError: null }
  }
  const raw: TransportError = typeof error === 'object' && error !== null ? error : {}
  const { code, responseCode, response, command } = raw
  return { ...classify(raw), message, rawError: { code, responseCode, response, command } }
}

function classify({ code, responseCode, command }: TransportError): Pick<MailError, 'errorType' | 'canRetry'> {
  const status = typeof responseCode === 'number' ? responseCode : 0
  // RFC 5321 section 4.2.1: 4xx asks the sender to come back later.
  if (status >= 400 && status < 500) return { errorType: 'TEMPORARY', canRetry: true }
  if (code === 'EAUTH' || code === 'ENOAUTH' || status === 535) return { errorType: 'AUTH_FAILED', canRetry: false }
  if (code === 'EDNS' || code === 'ENOTFOUND') return { errorType: 'HOST_NOT_FOUND', canRetry: true }
  if (code === 'ETIMEDOUT' || code === 'EABORT') return { errorType: 'TIMEOUT', canRetry: true }
  // RFC 5321 section 4.2.3: what 5xx means depends on what was asked; after RCPT it is about the mailbox.
  if (status === 553 || (status === 501 && command === 'RCPT TO')) {
    return { errorType: 'INVALID_EMAIL_ADDRESS', canRetry: false }
  }
  if (status >= 500 || code === 'EENVELOPE') return { errorType: 'REJECTED', canRetry: false }
  if (code === 'ESOCKET' || code === 'ECONNECTION') return { errorType: 'SOCKET_CLOSED', canRetry: true }
  return { errorType: 'UNKNOWN', canRetry: true }
}
