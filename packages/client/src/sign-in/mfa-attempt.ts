import type { Ports } from '../transport/ports.ts'
import { readStored, writeStored } from './page-storage.ts'

/** The key that the protocol's newer clients use, because their pages read it too. */
const KEY = 'stack_mfa_attempt_code'

/** Reads the attempt code of a sign-in that waits for its second factor. This tab keeps it across page loads. */
export function readMfaAttempt(ports: Ports): string | null {
  return readStored(ports, 'sessionStorage', KEY)
}

/** Stores the attempt code; null removes it. Returns false if the browser blocks the storage. */
export function writeMfaAttempt(ports: Ports, attemptCode: string | null): boolean {
  return writeStored(ports, 'sessionStorage', KEY, attemptCode)
}
