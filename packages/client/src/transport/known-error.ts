import {
  type CodeWithin,
  type ErrorCode,
  type ErrorDetails,
  errorFamilies,
  isErrorCode,
  isErrorWithin,
} from '@portico/contract/errors'

import { type ErrorClassName, irregularClassNames } from './error-class-names.ts'

export type { CodeWithin, ErrorCode }

/** A symbol of the global registry, so that two copies of this package on one page recognize each other's errors. */
const brand: unique symbol = Symbol.for('portico.known-error') as never

/** A response with an error status. */
export class StatusError extends Error {
  /** The HTTP status of the answer. */
  readonly statusCode: number
  /** The id of the request in the log of the service. Undefined for errors that the SDK creates itself. */
  declare readonly requestId?: string | null
  /** The time until the service accepts the call again, from `Retry-After`. Null or undefined if it is not known. */
  declare readonly retryAfterSeconds?: number | null

  constructor(statusCode: number, message: string) {
    super(message)
    this.name = 'StatusError'
    this.statusCode = statusCode
  }

  /** True for 400 to 499: the caller caused the error, not the service. */
  isClientError(): boolean {
    return this.statusCode >= 400 && this.statusCode < 500
  }
}

/** An error of the catalogue: a code for programs and a sentence for users. */
export class KnownError<Code extends ErrorCode = ErrorCode> extends StatusError {
  readonly [brand] = true
  /** The code of the catalogue. A program decides by it, not by the message. */
  readonly errorCode: Code
  /** The data of the error; its type follows from the code. */
  readonly details: ErrorDetails<Code>

  constructor(code: Code, details?: unknown, message: string = sentenceOf(code), statusCode = 400) {
    super(statusCode, message)
    this.name = `KnownError<${code}>`
    this.errorCode = code
    // Unchecked cast: the service builds the details from the same catalogue as this type.
    this.details = details as ErrorDetails<Code>
  }

  /** The message, under its name in the original SDK. */
  get humanReadableMessage(): string {
    return this.message
  }

  /** Narrows to one code, or to a family such as `PASSWORD_REQUIREMENTS_NOT_MET` with all its members. */
  is<Wanted extends ErrorCode>(wanted: Wanted): this is KnownError<CodeWithin<Wanted>> {
    return isErrorWithin(this.errorCode, wanted)
  }

  /** Returns code, message and details, for logs and other transports. */
  toDescriptiveJson(): { code: Code; message: string; details?: ErrorDetails<Code> } {
    const described = { code: this.errorCode, message: this.message }
    return this.details === undefined ? described : { ...described, details: this.details }
  }

  /** Returns whether a thrown value is a catalogue error, also from another copy of the SDK. */
  static isKnownError(value: unknown): value is KnownError {
    return typeof value === 'object' && value !== null && brand in value
  }

  /** Rebuilds an error from its JSON form. Throws if this version does not know the code. */
  static fromJson(described: { code: string; message: string; details?: unknown }, statusCode?: number): KnownError {
    if (!isErrorCode(described.code)) {
      throw new Error(`Unknown error ${described.code}. Update the SDK.`)
    }
    return new KnownError(described.code, described.details, described.message, statusCode)
  }
}

/**
 * One class of `KnownErrors`. `isInstance` also accepts family members and errors from another copy of this package.
 */
export interface KnownErrorClass<Code extends ErrorCode> {
  new (details?: ErrorDetails<Code>, message?: string): KnownError<Code>
  /** The code of this class's errors. */
  readonly errorCode: Code
  /** Returns whether a thrown value is such an error or a member of its family, also from another copy of the SDK. */
  isInstance(value: unknown): value is KnownError<CodeWithin<Code>>
}

/** One class per code, for checks such as `KnownErrors.EmailPasswordMismatch.isInstance(error)`. */
export type KnownErrorClasses = { readonly [Code in ErrorCode as ErrorClassName<Code>]: KnownErrorClass<Code> }

/** The class of each catalogue error, such as `KnownErrors.UserNotFound`. */
export const KnownErrors: KnownErrorClasses = Object.fromEntries(
  (Object.keys(errorFamilies) as ErrorCode[]).map((code) => [classNameOf(code), classOf(code)]),
  // The mapped type above derives the same keys by the same rule; a test compares all of them.
) as unknown as KnownErrorClasses

function classOf(code: ErrorCode): KnownErrorClass<ErrorCode> {
  return class extends KnownError {
    static readonly errorCode = code

    constructor(details?: unknown, message?: string) {
      super(code, details, message)
    }

    static isInstance(value: unknown): value is KnownError {
      return KnownError.isKnownError(value) && isErrorWithin(value.errorCode, code)
    }

    // `instanceof` uses the same check, so that it also works for errors that the service sent.
    static override [Symbol.hasInstance](value: unknown): boolean {
      return this.isInstance(value)
    }
  }
}

function classNameOf(code: ErrorCode): string {
  const irregular: Partial<Record<ErrorCode, string>> = irregularClassNames
  return (
    irregular[code] ??
    code
      .split('_')
      .map((word) => (word === 'OAUTH' ? 'OAuth' : word.slice(0, 1) + word.slice(1).toLowerCase()))
      .join('')
  )
}

/** The default message of an error that the SDK creates itself: its code as words. */
function sentenceOf(code: ErrorCode): string {
  return `${code.slice(0, 1)}${code.slice(1).toLowerCase().replaceAll('_', ' ')}.`
}
