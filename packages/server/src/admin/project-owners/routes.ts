import * as contract from '@portico/contract'

import { projectAdmin, recentProjectAdmin, type Requirement } from '../../api/rules/access.ts'
import { wholeList } from '../../api/call/list-page.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { KnownError } from '../../kernel/errors.ts'
import { presentOwnerInvitation } from '../../records/owner-invitations/present.ts'
import { presentStaffMember } from '../../records/project-owners/present.ts'
import type { CodeChecking } from '../../records/verification-codes/verification-codes.ts'
import { acceptInvitation, checkInvitation } from './accept-invitation.ts'
import { listInvitations, revokeInvitation, sendInvitation, type InvitingDependencies } from './send-invitation.ts'
import { changeRole, listMembers, removeFromStaff } from './staff.ts'
import { presentCheckedInvitation } from './present.ts'

const success = { success: true } as const

/** Every caller of the project "internal", signed in or not. */
const internalVisitor: Requirement<{ readonly projectId: string }> = {
  access: 'client',
  needsUser: false,
  require: ({ projectId }) => {
    if (projectId !== 'internal') throw new KnownError('EXPECTED_INTERNAL_PROJECT')
  },
}

/** Every signed-in user of the project "internal". */
const internalUser: typeof internalVisitor = { ...internalVisitor, needsUser: true }

export function projectOwnerRoutes(dependencies: InvitingDependencies & CodeChecking): Route[] {
  return [
    route(contract.listProjectOwners, { allow: projectAdmin }, async (call) =>
      wholeList((await listMembers(dependencies, call)).map(presentStaffMember)),
    ),

    route(contract.removeProjectOwner, { allow: recentProjectAdmin }, async (call) => {
      await removeFromStaff(dependencies, call, call.params.user_id)
      return success
    }),

    route(contract.updateProjectOwner, { allow: recentProjectAdmin, limit: 'changeStaff' }, async (call) =>
      presentStaffMember(await changeRole(dependencies, call, call.params.user_id, call.body.role)),
    ),

    route(
      contract.inviteProjectOwner,
      { allow: recentProjectAdmin, limit: 'inviteOwner', account: ({ body }) => body.email },
      async (call) => {
        const { email, role = 'owner', transfer: isTransfer = false } = call.body
        return presentOwnerInvitation(await sendInvitation(dependencies, call, { email, role, isTransfer }))
      },
    ),

    route(contract.listProjectOwnerInvitations, { allow: projectAdmin }, async (call) =>
      wholeList((await listInvitations(dependencies, call)).map(presentOwnerInvitation)),
    ),

    route(contract.revokeProjectOwnerInvitation, { allow: projectAdmin }, async (call) => {
      await revokeInvitation(dependencies, call, call.params.id)
      return success
    }),

    route(contract.checkProjectOwnerInvitationCode, { allow: internalVisitor, limit: 'useCode' }, async (call) =>
      presentCheckedInvitation(await checkInvitation(dependencies, call, call.body.code, call.user?.id ?? null)),
    ),

    route(contract.acceptProjectOwnerInvitation, { allow: internalUser, limit: 'useCode' }, async (call) => ({
      project_id: await acceptInvitation(dependencies, call, call.user.id, call.body.code),
    })),
  ]
}
