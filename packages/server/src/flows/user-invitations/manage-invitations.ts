import type { ProjectCall } from '../../api/rules/route.ts'
import { emit } from '../../kernel/emit.ts'
import { PlainError } from '../../kernel/errors.ts'
import { readList, type ListPage, type ListQuery } from '../../platform/lists/read-list.ts'
import { containing } from '../../platform/lists/search.ts'
import type { UserInvitation } from '../../records/user-invitations/invitation.ts'
import { deleteUserInvitation, userInvitationsOf } from '../../records/user-invitations/store.ts'

interface WantedInvitations extends ListQuery {
  /** Part of the address. */
  readonly query?: string | undefined
}

/** Lists open invitations, newest first. */
export function listInvitations(
  { db, now, projectId }: ProjectCall,
  { query = '', ...page }: WantedInvitations,
): Promise<ListPage<UserInvitation>> {
  const pattern = query === '' ? null : containing(query.toLowerCase())
  return readList(db, userInvitationsOf(projectId, now(), pattern), page)
}

/** @throws PlainError 404 */
export async function revokeInvitation(call: ProjectCall, invitationId: string): Promise<void> {
  await call.db.transaction(async (tx) => {
    const { isDeleted } = await tx.batch({
      isDeleted: deleteUserInvitation(call.projectId, invitationId, call.now()),
      revoked: emit(call, 'user_invitation.revoked', { invitationId }),
    })
    if (!isDeleted) throw new PlainError(404, 'The invitation was not found.')
  })
}
