import { on, onlySingle, type EventCall, type Subscriber } from '../../kernel/emit.ts'
import type { Event, EventHead } from '../../kernel/event.ts'
import { noResult, nothing, sequence, type Statement } from '../../kernel/statement.ts'
import {
  endInvitationsOfInviter,
  endInvitationsOfMember,
  endInvitationsOfStaffMember,
  endInvitationsToMember,
  endOwnerInvitationsOfInviter,
} from '../../records/queries/invitations/lost-invitations.ts'
import { endImpersonationsBySupport } from '../../records/queries/sessions/impersonators.ts'

/**
 * Ends the invitations of an inviter who loses the right to invite, and the invitations to a person who is removed from
 * a team or from the staff of a project (decision 039). A change of permission definitions can affect very many
 * invitations, so `accounts/end-lost-invitations.ts` ends them in pieces. Also ends the sessions in which support
 * impersonates users when a project withdraws the permission (decision 082).
 */
const endOf = on<Statement<void>>({
  // guard: an invitation ends when its inviter loses the permission [invitations]
  'team_permission.revoked': (event) => endInvitationsOfMember(callOf(event), event.data),
  // guard: the invitations of and to a removed staff member end [admin/project-owners/project-owners]
  'project_owner.removed': (event) =>
    endInvitationsOfStaffMember(callOf(event), event.data.projectId, event.data.userId),
  'project_owner.role_changed': (event) =>
    event.data.reason === 'owner'
      ? nothing
      : endInvitationsOfStaffMember(callOf(event), event.data.projectId, event.data.userId),
  'project.updated': ({ data }) =>
    // Before the permission is granted, there are no such sessions.
    // guard: the sessions in which support impersonates end with the permission (keep `: nothing`)
    //   [impersonation-links]
    data.changedFields.includes('config.supportCanImpersonate') ? endImpersonationsBySupport(data.projectId) : nothing,
  'user.owned_projects_changed': (event) =>
    endOwnerInvitationsOfInviter(callOf(event), event.data.userId, event.data.projectIds),
  'user.suspended': (event) => {
    const call = callOf(event)
    const { userId } = event.data
    return sequence([
      // guard: an invitation ends when its inviter is suspended [invitations]
      endInvitationsOfInviter(call, userId),
      ...(call.projectId === 'internal' ? [endOwnerInvitationsOfInviter(call, userId, [])] : []),
    ]).map(noResult)
  },
})

const endOfMembership = on<Statement<void>>({
  'team_membership.deleted': (event) => {
    const call = callOf(event)
    // guard: an invitation ends when its inviter leaves the team (drop `endInvitationsOfMember(call, event.data)`)
    //   [invitations]
    // guard: the open invitations to a removed member end (drop `endInvitationsToMember(call, event.data)`)
    //   [invitations]
    return sequence([endInvitationsOfMember(call, event.data), endInvitationsToMember(call, event.data)]).map(noResult)
  },
})

export const lostRights: Subscriber = {
  write: (event) => endOf(event) ?? endOfMembership(event),
  // The deletion of users and a claim of an account end many memberships at once. Both delete the invitations of these
  // users too, except that a claim keeps those to the proved address.
  writeEach: onlySingle(endOf),
}

function callOf({ actor, at, origin, projectId }: Event | EventHead): EventCall {
  return { projectId, actor, origin, now: () => at }
}
