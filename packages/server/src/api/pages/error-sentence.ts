import type { ErrorCode } from '@portico/contract'

import { KnownError, PlainError, RateLimited } from '../../kernel/errors.ts'
import { StoreUnavailable } from '../../kernel/store-unavailable.ts'
import { TooBusy } from '../../kernel/too-busy.ts'
import type { Texts } from '../../texts/en/texts.ts'

/**
 * The sentence of an error for a page in the language of the texts; null for an error that only a developer can cause.
 */
export function errorSentence(error: unknown, texts: Texts): string | null {
  const { errors } = texts
  if (error instanceof PlainError) return typeof error.sentence === 'string' ? null : error.sentence(texts)
  if (error instanceof RateLimited) return errors.known.RATE_LIMITED({ retry_after_seconds: error.retryAfterSeconds })
  if (error instanceof TooBusy) return errors.overloaded
  if (error instanceof StoreUnavailable) return errors.unavailable
  if (!(error instanceof KnownError)) return null
  const known: Readonly<Partial<Record<ErrorCode, (details: never) => string>>> = errors.known
  // The type of `KnownError` ties the details to the code.
  return known[error.code as ErrorCode]?.(error.details as never) ?? null
}
