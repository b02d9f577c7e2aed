import { lookup, type Statement } from '../../kernel/statement.ts'
import type { CodeKind } from '../verification-codes/lifetimes.ts'
import { hashNonceOf } from '../verification-codes/verification-codes.ts'

/**
 * Finds the user who signs in with the address that a code was mailed to. The code is found by its nonce alone, so the
 * caller may not hold the code. Null if there is no such code or user.
 */
export function findOwnerOfMailedCode(projectId: string, kind: CodeKind, code: string): Statement<string | null> {
  return lookup<{ user_id: string }>`
    select user_id from contact_channels
    where project_id = ${projectId} and type = 'email' and used_for_auth and value = (
      select address from verification_codes
      where project_id = ${projectId} and kind = ${kind} and nonce_hash = ${hashNonceOf(code)} limit 1)`.map(
    ({ rows }) => rows[0]?.user_id ?? null,
  )
}
