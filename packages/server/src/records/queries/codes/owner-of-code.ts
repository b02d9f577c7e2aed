import { lookup, type Statement } from '../../../kernel/statement.ts'

/**
 * Finds the user who signs in with the address that a sign-in code was mailed to. The code is found by its nonce alone,
 * so the caller may not hold the code. Null if there is no such code or user.
 */
export function findOwnerOfSignInCode(projectId: string, nonceHash: Uint8Array): Statement<string | null> {
  return lookup<{ user_id: string }>`
    select user_id from contact_channels
    where project_id = ${projectId} and type = 'email' and used_for_auth and value = (
      select address from verification_codes
      where project_id = ${projectId} and kind = 'sign_in' and nonce_hash = ${nonceHash} limit 1)`.map(
    ({ rows }) => rows[0]?.user_id ?? null,
  )
}
