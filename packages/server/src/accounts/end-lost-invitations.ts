import type { ProjectTransaction } from '../kernel/database.ts'
import type { EventCall } from '../kernel/emit.ts'
import type { PermissionDefinition } from '../records/permissions/definition.ts'
import {
  endInvitations,
  listInvitationsOfMembers,
  type InvitationOfMember,
  type InvitationPage,
} from '../records/queries/invitations/lost-invitations.ts'

/** Maximum number of invitations that one statement reads. A project can have any number of them. */
const PIECE_INVITATIONS = 5_000
const LOWEST_UUID = '00000000-0000-0000-0000-000000000000'

type Definitions = readonly Pick<PermissionDefinition, 'key' | 'containedKeys'>[]

/**
 * Ends the invitations of members who lose the right to invite because permission definitions change. Run it in the
 * same transaction.
 */
export async function endLostInvitations(
  tx: ProjectTransaction,
  call: EventCall,
  before: Definitions,
  after: Definitions,
): Promise<void> {
  const inviting = keysThatGive('$invite_members', after)
  if ([...keysThatGive('$invite_members', before)].every((key) => inviting.has(key))) return
  for (let afterId: string | undefined = LOWEST_UUID; afterId !== undefined;) {
    const page: InvitationPage = { afterId, limit: PIECE_INVITATIONS, now: call.now() }
    const piece: InvitationOfMember[] = await tx.run(listInvitationsOfMembers(tx.projectId, [...inviting], page))
    const lost = piece.filter(({ isLost }) => isLost).map(({ id }) => id)
    // guard: an invitation ends when a permission no longer lets its inviter invite [invitations]
    if (lost.length > 0) await tx.run(endInvitations(call, lost))
    afterId = piece.length < PIECE_INVITATIONS ? undefined : piece.at(-1)?.id
  }
}

/** The keys of a permission and of every permission that contains it, directly or not. */
function keysThatGive(permission: string, definitions: Definitions): Set<string> {
  const giving = new Set([permission])
  for (let size = 0; size < giving.size;) {
    size = giving.size
    for (const { key, containedKeys } of definitions) if (containedKeys.some((one) => giving.has(one))) giving.add(key)
  }
  return giving
}
