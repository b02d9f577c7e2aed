/** Why the code of a link cannot be used; a key of its page's texts. */
export type Refusal = 'attempts' | 'expired' | 'incomplete' | 'unknown' | 'used'

const refusals: Readonly<Record<string, Refusal>> = {
  SCHEMA_ERROR: 'incomplete',
  VERIFICATION_CODE_ALREADY_USED: 'used',
  VERIFICATION_CODE_EXPIRED: 'expired',
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: 'attempts',
  VERIFICATION_CODE_NOT_FOUND: 'unknown',
}

/**
 * Returns why a link was refused; null if the service failed, because the link may be valid.
 *
 * @param byStatus what errors without a code mean for this link
 */
export function refusalOf(error: unknown, byStatus: Readonly<Record<number, Refusal>> = {}): Refusal | null {
  const { errorCode, statusCode } = (error ?? {}) as { errorCode?: unknown; statusCode?: unknown }
  if (typeof errorCode === 'string') return refusals[errorCode] ?? null
  return typeof statusCode === 'number' ? (byStatus[statusCode] ?? null) : null
}
