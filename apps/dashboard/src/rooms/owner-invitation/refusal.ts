/** Why an invitation cannot be used; a key of the texts. */
export type Refusal = 'attempts' | 'expired' | 'incomplete' | 'unknown' | 'used'

const refusals: Readonly<Record<string, Refusal>> = {
  SCHEMA_ERROR: 'incomplete',
  VERIFICATION_CODE_ALREADY_USED: 'used',
  VERIFICATION_CODE_EXPIRED: 'expired',
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: 'attempts',
  VERIFICATION_CODE_NOT_FOUND: 'unknown',
}

/** Null: the service has failed, and the invitation may be fine. */
export function refusalOf(error: unknown): Refusal | null {
  const { errorCode } = (error ?? {}) as { errorCode?: unknown }
  return typeof errorCode === 'string' ? (refusals[errorCode] ?? null) : null
}
