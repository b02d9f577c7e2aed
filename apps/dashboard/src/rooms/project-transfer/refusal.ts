/** Why a transfer cannot be confirmed; a key of the texts. */
export type Refusal = 'attempts' | 'expired' | 'incomplete' | 'unknown' | 'used'

const refusals: Readonly<Record<string, Refusal>> = {
  SCHEMA_ERROR: 'incomplete',
  VERIFICATION_CODE_ALREADY_USED: 'used',
  VERIFICATION_CODE_EXPIRED: 'expired',
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: 'attempts',
  VERIFICATION_CODE_NOT_FOUND: 'unknown',
}

/** Errors without a code: the project was transferred with another link, and the partner of the address does not exist. */
const refusalsByStatus: Readonly<Record<number, Refusal>> = { 400: 'used', 404: 'unknown' }

/** Null: the service has failed, and the link may be fine. */
export function refusalOf(error: unknown): Refusal | null {
  const { errorCode, statusCode } = (error ?? {}) as { errorCode?: unknown; statusCode?: unknown }
  if (typeof errorCode === 'string') return refusals[errorCode] ?? null
  return typeof statusCode === 'number' ? (refusalsByStatus[statusCode] ?? null) : null
}
