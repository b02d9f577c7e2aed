import { noResult, statement, type Statement } from '../../kernel/statement.ts'

/**
 * Ends the open codes that were mailed to the addresses that the user signs in with. A sign-in code belongs to its address
 * alone, because it may also create the user.
 */
export function endCodesOfSignInAddresses(projectId: string, userId: string, now: Date): Statement<void> {
  return statement`
    update verification_codes set expires_at = created_at
    where project_id = ${projectId} and used_at is null and expires_at > ${now} and address = any (array(
      select value from contact_channels where project_id = ${projectId} and user_id = ${userId} and used_for_auth))`.map(
    noResult,
  )
}
