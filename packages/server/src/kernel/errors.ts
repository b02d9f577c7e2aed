import {
  errorCatalogue,
  type ErrorCode,
  type ErrorDetails,
  type ErrorSpec,
  type KnownErrorBody,
} from '@portico/contract'

type DetailsArgument<Code extends ErrorCode> = undefined extends ErrorDetails<Code> ? [] : [details: ErrorDetails<Code>]

/** An error of the catalogue. Thrown anywhere in the service, written to the caller by the pipeline. */
export class KnownError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'KnownError'
  readonly code: Code
  readonly details: unknown
  readonly status: number
  readonly #isExtension: boolean

  constructor(code: Code, ...[details]: DetailsArgument<Code>) {
    const spec: ErrorSpec = errorCatalogue[code]
    // The parameter type above ties the details to the code; the catalogue's functions are typed one by one.
    super((spec.message as (details: unknown) => string)(details))
    if (spec.status === null) throw new Error(`${code} is a family of errors and is never sent by itself.`)
    this.code = code
    this.details = details
    this.status = spec.status
    this.#isExtension = spec.isExtension === true
  }

  /** The body in the order the wire wants: code, details, error, message. */
  toBody(): KnownErrorBody {
    return {
      code: this.code,
      ...(this.details !== undefined && { details: this.details }),
      error: this.message,
      ...(this.#isExtension && { message: this.message }),
    }
  }
}

/** A refusal that has no code on the wire: a status and a sentence. */
export class PlainError extends Error {
  override readonly name = 'PlainError'
  readonly status: number

  constructor(status: number, sentence: string) {
    super(sentence)
    this.status = status
  }
}

/** An error in the grammar of OAuth 2.0 (RFC 6749 section 5.2). */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly error: 'invalid_request' | 'invalid_scope'

  constructor(error: OAuthError['error'], description: string) {
    super(description)
    this.error = error
  }
}

/** The caller may not do this, regardless of the state of the resource. */
export class Forbidden extends PlainError {
  constructor(sentence: string) {
    super(403, sentence)
  }
}

/** Too many calls of one kind; the caller may try again after the given time. */
export class RateLimited extends Error {
  override readonly name = 'RateLimited'
  /** Which limit, by the name of the act that it counts. */
  readonly act: string
  readonly retryAfterSeconds: number

  constructor(act: string, retryAfterSeconds: number) {
    super(`Too many attempts. Please try again in ${retryAfterSeconds} seconds.`)
    this.act = act
    this.retryAfterSeconds = retryAfterSeconds
  }
}
