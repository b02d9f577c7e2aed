import type { Ports } from '../transport/ports.ts'

import { readStored, writeStored } from './page-storage.ts'

/** The key is that of the protocol's newer clients, whose pages read it too. */
const KEY = 'stack_mfa_attempt_code'

/** The attempt code of a sign-in that waits for its second factor, kept for this tab while it changes the page. */
export function readMfaAttempt(ports: Ports): string | null {
  return readStored(ports, 'sessionStorage', KEY)
}

/** Null forgets it. Says whether the browser keeps it. */
export function writeMfaAttempt(ports: Ports, attemptCode: string | null): boolean {
  return writeStored(ports, 'sessionStorage', KEY, attemptCode)
}
