import * as contract from '@portico/contract'

import { anyone, exceptAnonymous, signedIn } from '../../api/rules/access.ts'
import { wholeList } from '../../api/call/list-page.ts'
import { namedUserId } from '../../api/rules/named-user.ts'
import { partNamed } from '../../api/rules/request-parts.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { teamPermission } from '../../api/rules/team-permission.ts'
import { openInvitationCode } from '../../accounts/team-invitation.ts'
import { presentInvitation } from '../../records/team-invitations/present.ts'
import type { CodeChecking } from '../../records/verification-codes/verification-codes.ts'
import { acceptById, acceptWithCode, checkInvitation } from './accept-invitation.ts'
import { listOfTeam, listToUser, revokeInvitation } from './manage-invitations.ts'
import { sendInvitation, type SendingDependencies } from './send-invitation.ts'

const success = { success: true } as const

// Anonymous sessions cost nothing, so invitations from them would let every visitor send mail to any address.
const inviter = exceptAnonymous(
  teamPermission('$invite_members'),
  'An anonymous user cannot invite people to a team. The user must sign up first.',
)

const readerOfTeam = teamPermission(['$read_members', '$invite_members'])

/**
 * Members who may see the invitations of the team that the call names. Without a team, users see those to themselves.
 */
const invitationReader: typeof readerOfTeam = {
  ...readerOfTeam,
  // guard: the list of a team requires permissions (replace `readerOfTeam.require(call)` with `undefined`)
  //   [invitations]
  require: (call) => (partNamed(call, 'team_id') === undefined ? undefined : readerOfTeam.require(call)),
}

export function invitationRoutes(dependencies: SendingDependencies & CodeChecking): Route[] {
  return [
    route(
      contract.sendTeamInvitation,
      { allow: inviter, limit: 'inviteMember', account: ({ body }) => body.email },
      {
        client: async (call) =>
          sent(await sendInvitation(dependencies, call, { ...wanted(call.body), inviterUserId: call.user.id })),
        server: async (call) =>
          sent(await sendInvitation(dependencies, call, { ...wanted(call.body), inviterUserId: null })),
      },
    ),

    route(
      contract.listTeamInvitations,
      { allow: invitationReader, self: { field: 'user_id', ifAbsent: 'me' } },
      async (call) => {
        const { team_id: teamId, user_id: userIdOrMe } = call.query
        const invitations =
          teamId === undefined ? await listToUser(call, namedUserId(call, userIdOrMe)) : await listOfTeam(call, teamId)
        return wholeList(invitations.map(presentInvitation))
      },
    ),

    route(contract.revokeTeamInvitation, { allow: teamPermission('$remove_members') }, async (call) => {
      await revokeInvitation(call, call.query.team_id, call.params.id)
      return success
    }),

    route(contract.checkTeamInvitationCode, { allow: anyone, limit: 'useCode' }, async (call) => {
      const { invitation, inviterName, hasAccount, maySignUp, verifiesAddress } = await checkInvitation(
        dependencies,
        call,
        call.body.code,
      )
      return {
        is_code_valid: true as const,
        team_display_name: invitation.teamDisplayName,
        recipient_email: invitation.recipientEmail,
        inviter_name: inviterName,
        has_account: hasAccount,
        may_sign_up: maySignUp,
        verifies_address: verifiesAddress,
      }
    }),

    route(contract.readTeamInvitationDetails, { allow: signedIn, limit: 'useCode' }, async (call) => {
      const { invitation } = await openInvitationCode(dependencies, call, call.body.code)
      return {
        team_id: invitation.teamId,
        team_display_name: invitation.teamDisplayName,
        recipient_email: invitation.recipientEmail,
      }
    }),

    route(contract.acceptTeamInvitation, { allow: signedIn, limit: 'useCode' }, async (call) => {
      await acceptWithCode(dependencies, call, call.user.id, call.body.code)
      return {}
    }),

    route(contract.acceptTeamInvitationById, { allow: anyone, self: 'user_id' }, async (call) => {
      await acceptById(call, namedUserId(call, call.query.user_id), call.params.id)
      return {}
    }),
  ]
}

function wanted(body: { readonly team_id: string; readonly email: string; readonly callback_url: string }): {
  readonly teamId: string
  readonly email: string
  readonly callbackUrl: string
} {
  return { teamId: body.team_id, email: body.email, callbackUrl: body.callback_url }
}

function sent(id: string): { readonly success: true; readonly id: string } {
  return { success: true, id }
}
