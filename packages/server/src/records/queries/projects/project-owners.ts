import type { ActOfOwner } from '@portico/contract'

import {
  allRows,
  firstRow,
  fragment,
  isAnyTouched,
  lookup,
  sequence,
  statement,
  type SqlFragment,
  type Statement,
} from '../../../kernel/statement.ts'
import type { RowOf } from '../../../kernel/columns.ts'
import { preferIndexes } from '../../../platform/db/sweep.ts'
import { ownerInvitationColumns, type OwnerInvitation } from '../../owner-invitations/invitation.ts'
import { staffColumns, type StaffMember } from '../../project-owners/staff-member.ts'
import { profileColumns } from '../../users/user.ts'

const namedColumns = profileColumns.only('displayName', 'primaryEmail', 'noticeEmail')

export type ListedStaffMember = StaffMember & RowOf<typeof namedColumns>

/** Lists the staff of a project, oldest membership first: owners and members with other roles. */
export function listStaff(ownedProjectId: string): Statement<ListedStaffMember[]> {
  const listed = statement<ListedStaffMember>`
    select ${staffColumns.of('o')}, ${namedColumns.of('u')}
    from (
      select user_id, role, position, created_at from project_owners where owned_project_id = ${ownedProjectId}
    ) o, lateral (
      select display_name, primary_email, notice_email from user_profiles
      where project_id = 'internal' and id = o.user_id offset 0
    ) u
    order by o.position`.map(allRows)
  return sequence({ planning: preferIndexes, listed }).map((results) => results.listed)
}

/** Returns the contents of the mails about an act by a member of the staff or with the project's key. */
export function actOf(projectName: string, staff: readonly ListedStaffMember[], userId: string | null): ActOfOwner {
  const by = staff.find((member) => member.userId === userId)
  const informed = ownersAmong(staff).filter((owner) => owner !== by)
  return {
    projectName,
    isOwner: by !== undefined,
    ownerName: by?.displayName ?? null,
    ownerEmail: by?.noticeEmail ?? null,
    informed: informed.map((owner) => ({ id: owner.userId, noticeEmail: owner.noticeEmail })),
  }
}

export function ownersAmong<Member extends Pick<StaffMember, 'role'>>(staff: readonly Member[]): Member[] {
  return staff.filter(({ role }) => role === 'owner')
}

/** Whether a project has this owner and no other. A deleted project has none. */
export function isLastOwner(projectId: 'internal', userId: string): Statement<boolean> {
  return statement`
    select from (
      select owned_project_id from project_owners
      where project_id = ${projectId} and user_id = ${userId} and role = 'owner'
    ) owned
    where (
      select count(*) from project_owners o where o.owned_project_id = owned.owned_project_id and o.role = 'owner') = 1
    limit 1`.map(isAnyTouched)
}

/** An invitation in any state, with its inviter. */
export interface FoundOwnerInvitation extends OwnerInvitation {
  readonly inviterDisplayName: string | null
  /** The primary address of the inviter, if it is verified. */
  readonly inviterEmail: string | null
  /** The inviter is still an owner, or the invitation was made with the key of the project. */
  readonly isInviterAllowed: boolean
}

const invitationColumns = ownerInvitationColumns.of('i')

/** Finds an invitation, whatever its state. The deletion of its project deletes it. */
export function findOwnerInvitation(
  projectId: 'internal',
  id: string,
  now: Date,
): Statement<FoundOwnerInvitation | null> {
  return lookup<FoundOwnerInvitation>`
    select ${invitationColumns},
      (select display_name from users where project_id = ${projectId} and id = i.inviter_user_id) as "inviterDisplayName",
      (select value from contact_channels
       where user_id = i.inviter_user_id and project_id = ${projectId} and is_primary and is_verified) as "inviterEmail",
      ${isInviterAllowed(projectId, now)} as "isInviterAllowed"
    from project_owner_invitations i
    where i.id = ${id} and i.project_id = ${projectId}`.map(firstRow)
}

/** Maximum number of invitations to a person, newest first, that are checked. */
const EVALUATED_INVITATIONS_MAX = 50

/** Whether the address has an invitation to the staff of a project that is still valid. */
export function hasOwnerInvitation(projectId: 'internal', email: string, now: Date): Statement<boolean> {
  // guard: a closed sign-up on "internal" requires an invitation to the address
  //   (replace `recipient_email =` with `recipient_email <>`) [admin/project-owners/project-owners]
  return statement`
    select from (
      select inviter_user_id, owned_project_id from project_owner_invitations
      where recipient_email = ${email} and expires_at > ${now} order by created_at desc limit ${EVALUATED_INVITATIONS_MAX}
    ) i
    where ${isInviterAllowed(projectId, now)} limit 1`.map(isAnyTouched)
}

/**
 * A condition on an invitation `i`: its inviter is still an owner and not suspended. An invitation made with a key has
 * no inviter.
 */
function isInviterAllowed(projectId: 'internal', now: Date): SqlFragment {
  // guard: an invitation to the staff of a project ends with the ownership of its inviter
  //   (replace `o.user_id = i.inviter_user_id and o.owned_project_id = i.owned_project_id and` with ``)
  //   [admin/project-owners/project-owners]
  return fragment`(i.inviter_user_id is null or exists (
        select from project_owners o
        where o.user_id = i.inviter_user_id and o.owned_project_id = i.owned_project_id and o.project_id = ${projectId}
          and o.role = 'owner'
      ) and not coalesce((
        select u.suspended_until > ${now} from users u where u.project_id = ${projectId} and u.id = i.inviter_user_id
      ), false))`
}
