import { RECOVERY_CODE_CHARACTERS } from '@portico/contract/limits'

import { KnownErrors } from '../transport/known-error.ts'
import type { Ports } from '../transport/ports.ts'

/** The body of a call that proves the second factor. */
export type SecondFactorProof = { readonly code: string } & (
  | { readonly type: 'totp'; readonly totp: string }
  | { readonly type: 'recovery_code'; readonly recovery_code: string }
)

/** @param code a code of the authenticator app, or a recovery code, which is longer */
export function proofOf(code: string, attemptCode: string): SecondFactorProof {
  const isRecoveryCode = code.match(/\w/g)?.length === RECOVERY_CODE_CHARACTERS
  return isRecoveryCode
    ? { type: 'recovery_code', recovery_code: code, code: attemptCode }
    : { type: 'totp', totp: code, code: attemptCode }
}

/** Asks for a code in a dialog of the browser. */
export function promptForProof({ prompt }: Ports, attemptCode: string): SecondFactorProof {
  const code = prompt?.('Enter the six-digit code from your authenticator app.')?.trim()
  if (!code) throw new KnownErrors.InvalidTotpCode(undefined, 'The TOTP code is invalid. Please try again.')
  return proofOf(code, attemptCode)
}
