import { noResult, sequence, statement, type Statement } from '../../../kernel/statement.ts'
import { preferIndexScans } from '../../../platform/db/sweep.ts'
import { codeKinds, type CodeKind } from '../../verification-codes/lifetimes.ts'

/**
 * Ends the open codes that were mailed to the addresses that the user signs in with and is known to own. A sign-in code
 * belongs to its address alone, because it may also create the user. Codes for another address stay, because an
 * attacker can sign up with the address of another person.
 */
export function endCodesOfSignInAddresses(
  projectId: string,
  userId: string,
  now: Date,
  kinds: readonly CodeKind[] = codeKinds,
): Statement<void> {
  // guard: a suspension keeps the codes of the owner of a mailbox who is not known to be the user
  //   (drop `and own.is_claimed`) [accounts/suspension]
  // Each lookup compares only the columns of its index: another condition may make PostgreSQL read all rows of the
  // project. The comparison with the concatenation uses no index.
  const ended = statement`
    update verification_codes set
      expires_at = case
        when used_at is null and expires_at > ${now} and kind = any (${kinds}::text[]) then created_at
        else expires_at end
    where project_id || '' = ${projectId} and address = any (array(
      select own.value from (
        select value, used_for_auth, is_claimed from contact_channels
        where project_id = ${projectId} and user_id = ${userId} offset 0
      ) own where own.used_for_auth and own.is_claimed))`
  return sequence([preferIndexScans, ended]).map(noResult)
}
