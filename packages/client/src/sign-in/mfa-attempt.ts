import type { ErrorDetails } from '@portico/contract/errors'
import type { Ports } from '../transport/ports.ts'
import { readStored, writeStored } from '../transport/page-storage.ts'

/** The key that the protocol's newer clients use, because their pages read it too. */
const KEY = 'stack_mfa_attempt_code'
/** Ours. Its value begins with the attempt code, because the entry of another client does not replace it. */
const FACTORS_KEY = 'portico_mfa_factors'

/** Reads the attempt code of a sign-in that waits for its second factor. This tab keeps it across page loads. */
export function readMfaAttempt(ports: Ports): string | null {
  return readStored(ports, 'sessionStorage', KEY)
}

/** Reads an attempt code and the factors of its user, separated by spaces. Null if they are unknown. */
export function readMfaFactors(ports: Ports): string | null {
  return readStored(ports, 'sessionStorage', FACTORS_KEY)
}

/** Stores the attempt code and the factors of its user; null removes them. */
export function writeMfaAttempt(
  ports: Ports,
  attempt: ErrorDetails<'MULTI_FACTOR_AUTHENTICATION_REQUIRED'> | null,
): void {
  const { attempt_code: code = null, factors = [] } = attempt ?? {}
  writeStored(ports, 'sessionStorage', KEY, code)
  writeStored(ports, 'sessionStorage', FACTORS_KEY, code && [code, ...factors].join(' '))
}
