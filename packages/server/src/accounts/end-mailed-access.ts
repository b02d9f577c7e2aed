import type { EventCall } from '../kernel/emit.ts'
import { noResult, sequence, type Statement } from '../kernel/statement.ts'
import { revokeUserInvitationTo } from '../records/user-invitations/store.ts'
import { endAccessCodesOfAddresses } from '../records/verification-codes/store.ts'

/**
 * Ends what was mailed to these addresses and opens the account: codes that sign in or reset a password, and
 * invitations to sign up. Call it only for addresses that the user is known to own, or for a server.
 */
export function endMailedAccess(call: EventCall, addresses: readonly string[]): Statement<void> {
  return sequence([
    endAccessCodesOfAddresses(call.projectId, addresses, call.now()),
    ...addresses.map((address) => revokeUserInvitationTo(call, address)),
  ]).map(noResult)
}
