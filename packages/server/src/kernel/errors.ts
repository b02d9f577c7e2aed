import {
  errorCatalogue,
  type ErrorCode,
  type ErrorDetails,
  type ErrorSpec,
  type KnownErrorBody,
  type SignInMethod,
} from '@portico/contract'

import { errors } from '../texts/en/errors.ts'
import type { Actor } from './origin.ts'
import { inEnglish, type Sentence } from './sentence.ts'

/** Data about a refusal for the owner of the project, which the response must not reveal. */
export interface RefusalFacts {
  /**
   * The caller lacks the authority for the call, so the refusal is an event. Not set for a missing or expired sign-in.
   * The pipeline sets it for all refusals of its authorization step.
   */
  readonly isUnauthorized?: true
  /** The project that the call acts on, if neither the access type nor the route determines it. */
  readonly projectId?: string
  /** The user of a valid token. */
  readonly actor?: Actor
  /**
   * A sign-in was refused before its account was known. The refusal is sampled, because such calls cost an attacker
   * nothing.
   */
  readonly signIn?: { readonly method: SignInMethod; readonly reason: string }
  /** The call had no valid solution of the bot check. */
  readonly isBotCheck?: true
  /** The revoked or expired API key that was used. */
  readonly apiKeyId?: string
  /** The exact error, if the protocol has only a general one for the caller. */
  readonly cause?: KnownError
}

/** An error that the caller receives as its response. */
abstract class Refusal extends Error {
  #refused: RefusalFacts = {}

  get refused(): RefusalFacts {
    return this.#refused
  }

  /** Adds data for the audit entry only. */
  refusing(facts: RefusalFacts): this {
    this.#refused = { ...this.#refused, ...facts }
    return this
  }

  /** Marks the refusal as one for lack of authority. */
  asUnauthorized(): this {
    return this.refusing({ isUnauthorized: true })
  }
}

type DetailsArgument<Code extends ErrorCode> =
  undefined extends ErrorDetails<Code>
    ? [details?: Exclude<ErrorDetails<Code>, undefined>]
    : [details: ErrorDetails<Code>]

/** An error of the catalogue. Any code may throw it; the pipeline turns it into the response. */
export class KnownError<Code extends ErrorCode = ErrorCode> extends Refusal {
  override readonly name = 'KnownError'
  readonly code: Code
  readonly details: unknown
  readonly status: number
  readonly #isExtension: boolean

  constructor(code: Code, ...[details]: DetailsArgument<Code>) {
    const spec: ErrorSpec = errorCatalogue[code]
    // The parameter type ties the details to the code. TypeScript cannot express this for the union of all messages.
    super((spec.message as (details: unknown) => string)(details))
    if (spec.status === null) throw new Error(`${code} is a family of errors. Throw one of its members.`)
    this.code = code
    this.details = details
    this.status = spec.status
    this.#isExtension = spec.isExtension === true
  }

  /** The code for the owner of the project, which is exact. */
  get exactCode(): ErrorCode {
    return this.refused.cause?.code ?? this.code
  }

  /** Builds the response body, with its members in the order of the protocol. */
  toBody(): KnownErrorBody {
    return {
      code: this.code,
      ...(this.details !== undefined && { details: this.details }),
      error: this.message,
      ...(this.#isExtension && { message: this.message }),
    }
  }
}

/** An error response without an error code: a status and a sentence. */
export class PlainError extends Refusal {
  override readonly name = 'PlainError'
  readonly status: number
  readonly sentence: Sentence

  constructor(status: number, sentence: Sentence) {
    super(inEnglish(sentence))
    this.status = status
    this.sentence = sentence
  }
}

/** Another system that the call needs did not do its part. The caller gets 503 with Retry-After. */
export class TryAgainLater extends PlainError {
  readonly retryAfterSeconds: number

  constructor(sentence: Sentence, retryAfterSeconds: number) {
    super(503, sentence)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** An error response in the format of OAuth 2.0 (RFC 6749 section 5.2). */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly error: 'invalid_request' | 'invalid_scope' | 'invalid_client' | 'invalid_redirect_uri'
  /** Further members of the body, such as `state`. */
  readonly members: Readonly<Record<string, string>>

  constructor(error: OAuthError['error'], description: string, members: OAuthError['members'] = {}) {
    super(description)
    this.error = error
    this.members = members
  }
}

/** The caller lacks the permission, regardless of the state of the resource. */
export class Forbidden extends PlainError {
  constructor(sentence: string) {
    super(403, sentence)
    this.asUnauthorized()
  }
}

/** The call exceeds a rate limit. The caller may retry after the given time. */
export class RateLimited extends Error {
  override readonly name = 'RateLimited'
  /** The act that the limit counts. */
  readonly act: string
  readonly retryAfterSeconds: number

  constructor(act: string, retryAfterSeconds: number) {
    super(errors.known.RATE_LIMITED({ retry_after_seconds: retryAfterSeconds }))
    this.act = act
    this.retryAfterSeconds = retryAfterSeconds
  }
}
