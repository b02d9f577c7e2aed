import type { ErrorDetails } from '@portico/contract/errors'
import type { Ports } from '../transport/ports.ts'
import { readStored, writeStored } from '../transport/page-storage.ts'

/** The key that the protocol's newer clients use, because their pages read it too. */
const KEY = 'stack_mfa_attempt_code'
/**
 * A key of this SDK alone. Its value begins with the attempt code, because other clients replace only the entry above.
 */
const FACTORS_KEY = 'portico_mfa_factors'

/** Reads the attempt code of a sign-in that waits for its second factor. This tab keeps it across page loads. */
export function readMfaAttempt(ports: Ports): string | null {
  return readStored(ports, 'sessionStorage', KEY)
}

/** A sign-in of this tab that waits for its second factor. */
export interface WaitingSignIn {
  /** Names the attempt to the service. */
  readonly attemptCode: string
  /** The factors of the user. Absent: another client began the sign-in, and stored none. */
  readonly factors: readonly Factor[] | undefined
  /** Removes it from the tab. */
  readonly forget: () => void
}

type Factor = NonNullable<ErrorDetails<'MULTI_FACTOR_AUTHENTICATION_REQUIRED'>['factors']>[number]

/** Reads the sign-in of this tab that waits for its second factor. Null: there is none. */
export function waitingSignInOf(ports: Ports): WaitingSignIn | null {
  const attemptCode = readMfaAttempt(ports)
  if (attemptCode === null) return null
  const [code, ...stored] = readStored(ports, 'sessionStorage', FACTORS_KEY)?.split(' ') ?? []
  return {
    attemptCode,
    factors:
      code === attemptCode ? (['totp', 'passkey'] as const).filter((factor) => stored.includes(factor)) : undefined,
    forget: () => writeMfaAttempt(ports, null),
  }
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
